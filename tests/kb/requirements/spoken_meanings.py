"""What people say in other words than the plain ones, and the constraints that are read."""

from __future__ import annotations

SPOKEN_MEANINGS: dict[str, list[str]] = {
    "Cover the plate with the towel before you put it in the fridge.": [
        (
            "before PLACE_INSIDE(plate|plate, electric_refrigerator): (or (overlaid "
            "hand_towel plate|plate) (ontop hand_towel plate|plate))"
        ),
    ],
    "The milk must be back in the fridge within five steps of being taken out.": [
        (
            "after PLACE_ON_TOP(carton__of__milk, _)/PLACE_INSIDE(carton__of__milk, _) "
            "within 5 steps: (inside carton__of__milk electric_refrigerator)"
        ),
    ],
    "Whenever you open the fridge, close it again before you do anything else.": [
        "after OPEN(electric_refrigerator) within 1 steps: (not (open electric_refrigerator))",
    ],
    "The window must stay closed the whole time.": [
        "before OPEN(window): (or)",
        "before DONE: (not (open window))",
    ],
    "At no point may both cabinets be open.": [
        "before OPEN(bottom_cabinet): (not (open top_cabinet))",
        "before OPEN(top_cabinet): (not (open bottom_cabinet))",
    ],
    "The apple must be cut on the chopping board.": [
        "before CUT(apple|half__apple, _): (ontop apple|half__apple chopping_board)",
    ],
    "Use only the carving knife to cut the apple.": [
        "before CUT(apple|half__apple, !(carving_knife)): (or)",
    ],
    "The oven must have been off for two minutes before you wipe it.": [
        "after TOGGLE_OFF(oven) never WIPE(oven, _) within 120 s",
    ],
    "Don't wipe the stove until at least two minutes after turning it off.": [
        "after TOGGLE_OFF(stove) never WIPE(stove, _) within 120 s",
    ],
    "Turn off the oven before the stove.": [
        "before TOGGLE_OFF(stove): (not (toggled_on oven))",
    ],
    "Put nothing hot on the laptop.": [
        "before PLACE_ON_TOP(anything, laptop) if (hot anything): (or)",
    ],
    "Whatever you open must be closed again.": [
        "after OPEN(anything): (not (open anything))",
    ],
    "Every appliance that you switch on must be switched off again at the end.": [
        (
            "after "
            "TOGGLE_ON(oven|stove|microwave|electric_kettle|dishwasher|sink|laptop|table_lamp|"
            "iron): "
            "(not (toggled_on "
            "oven|stove|microwave|electric_kettle|dishwasher|sink|laptop|table_lamp|iron))"
        ),
    ],
    "Make sure that the milk is in the fridge and the fridge is closed at the end.": [
        "before DONE: (inside carton__of__milk electric_refrigerator)",
        "before DONE: (not (open electric_refrigerator))",
    ],
    "After the chicken has been cooked, the stove may stay on for at most one more step.": [
        "after WAIT_FOR_COOKED(chicken_leg) within 1 steps: (not (toggled_on stove))",
    ],
    "Don't let the milk stand outside the fridge for longer than three steps.": [
        (
            "after PLACE_ON_TOP(carton__of__milk, "
            "!(electric_refrigerator))/PLACE_INSIDE(carton__of__milk, "
            "!(electric_refrigerator)) within 3 steps: (inside carton__of__milk "
            "electric_refrigerator)"
        ),
    ],
    "Only one cabinet may be open.": [
        "before DONE: (or (not (open bottom_cabinet)) (not (open top_cabinet)))",
        "before OPEN(bottom_cabinet): (or (not (open top_cabinet)))",
        "before OPEN(top_cabinet): (or (not (open bottom_cabinet)))",
    ],
    "You have three steps to switch off the stove once the chicken is cooked.": [
        "after WAIT_FOR_COOKED(chicken_leg) within 3 steps: (not (toggled_on stove))",
    ],
    "From turning on the stove until turning it off, don't open the fridge.": [
        "after TOGGLE_ON(stove) never OPEN(electric_refrigerator) until TOGGLE_OFF(stove)",
    ],
    "The fridge has to be closed two steps after opening it at the latest.": [
        "after OPEN(electric_refrigerator) within 2 steps: (not (open electric_refrigerator))",
    ],
    "Take the milk out of the fridge without opening the oven.": [
        "before OPEN(oven): (or)",
    ],
    "Switching on the stove while the window is closed is forbidden.": [
        "before TOGGLE_ON(stove): (open window)",
    ],
    "Should the window be closed, open it before you switch the stove on.": [
        "before TOGGLE_ON(stove) if (not (open window)): (open window)",
    ],
    "Don't turn on the stove without the pan on it.": [
        "before TOGGLE_ON(stove): (ontop frying_pan stove)",
    ],
    "Don't take anything out of the fridge except the milk.": [
        (
            "before PLACE_ON_TOP(!(carton__of__milk), "
            "!(electric_refrigerator))/PLACE_INSIDE(!(carton__of__milk), "
            "!(electric_refrigerator)) if (inside !(carton__of__milk) "
            "electric_refrigerator): (or)"
        ),
    ],
    "The only thing you may take out of the fridge is the milk.": [
        (
            "before PLACE_ON_TOP(!(carton__of__milk), "
            "!(electric_refrigerator))/PLACE_INSIDE(!(carton__of__milk), "
            "!(electric_refrigerator)) if (inside !(carton__of__milk) "
            "electric_refrigerator): (or)"
        ),
    ],
    "Dirty things must not be put in the fridge.": [
        (
            "before PLACE_INSIDE(anything, electric_refrigerator) if (covered anything "
            "water|dirt): (or)"
        ),
    ],
    "Don't fill the bucket with bleach.": [
        "before POUR_INTO(bottle__of__bleach_agent, bucket): (or)",
    ],
    "The knife must be in the sink within two steps, but never on the floor.": [
        (
            "after PLACE_ON_TOP(carving_knife, !(sink))/PLACE_INSIDE(carving_knife, "
            "!(sink)) within 2 steps: (inside carving_knife sink)"
        ),
        "before PLACE_ON_TOP(carving_knife, floor): (or)",
        "before DONE: (not (ontop carving_knife floor))",
    ],
    "The kettle must be off for at least two minutes before you turn it on again.": [
        "after TOGGLE_OFF(electric_kettle) never TOGGLE_ON(electric_kettle) within 120 s",
    ],
    "The milk must not be put in the oven or on the stove.": [
        "before PLACE_INSIDE(carton__of__milk, oven): (or)",
        "before PLACE_ON_TOP(carton__of__milk, stove): (or)",
    ],
    "Never put the plate on the stove or in the oven.": [
        "before PLACE_ON_TOP(plate|plate, stove): (or)",
        "before PLACE_INSIDE(plate|plate, oven): (or)",
    ],
    "Not until the stove is off may you take the pan off it.": [
        (
            "before PLACE_ON_TOP(frying_pan, !(stove))/PLACE_INSIDE(frying_pan, "
            "!(stove)): (not (toggled_on stove))"
        ),
    ],
    "Open the fridge only once, it is struggling in this heat.": [
        "after OPEN(electric_refrigerator) never OPEN(electric_refrigerator)",
    ],
    "At no time should the stove be on without the pan standing on it.": [
        "before TOGGLE_ON(stove): (ontop frying_pan stove)",
        (
            "before PLACE_ON_TOP(frying_pan, !(stove))/PLACE_INSIDE(frying_pan, "
            "!(stove)): (not (toggled_on stove))"
        ),
    ],
    "Wipe the table after you have cut the apple.": [
        "before DONE done WIPE(breakfast_table, _) until CUT(apple|half__apple, _)",
    ],
    "One of the two cabinets has to be open at all times, I hate the dark.": [
        "before CLOSE(bottom_cabinet): (or (open top_cabinet))",
        "before CLOSE(top_cabinet): (or (open bottom_cabinet))",
    ],
    "Once opened, the window must stay open.": [
        "after OPEN(window) never CLOSE(window)",
        "after OPEN(window) keep: (open window)",
    ],
    "Only open the fridge after the oven has been off for at least two minutes.": [
        "after TOGGLE_OFF(oven) never OPEN(electric_refrigerator) within 120 s",
    ],
    "At the end, only the stove may still be on.": [
        "before DONE: (not (toggled_on !(stove)))",
    ],
    "The pan can stand anywhere except on the laptop.": [
        "before PLACE_ON_TOP(frying_pan, laptop): (or)",
    ],
    "Wipe the stove, the oven and the table, in that order.": [
        "before WIPE(oven, _) done WIPE(stove, _)",
        "before WIPE(breakfast_table, _) done WIPE(oven, _)",
    ],
    "The window has to be open when you wipe.": [
        "before WIPE(_, _): (open window)",
    ],
}
