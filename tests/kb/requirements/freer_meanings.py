"""What instructions in freer wordings mean: counts, inversions, circumlocutions."""

from __future__ import annotations

FREER_MEANINGS: dict[str, list[str]] = {
    "At most one plate may be on the table at any time.": [
        ("before PLACE_ON_TOP(plate, breakfast_table): (or (not (ontop plate breakfast_table)))"),
        ("before PLACE_ON_TOP(plate, breakfast_table): (or (not (ontop plate breakfast_table)))"),
    ],
    "Never put more than one plate on the table.": [
        (
            "before DONE: (or (not (ontop plate breakfast_table)) (not (ontop plate "
            "breakfast_table)))"
        ),
        ("before PLACE_ON_TOP(plate, breakfast_table): (or (not (ontop plate breakfast_table)))"),
        ("before PLACE_ON_TOP(plate, breakfast_table): (or (not (ontop plate breakfast_table)))"),
    ],
    "At the end I want exactly one plate standing on the table.": [
        (
            "before DONE: (and (or (not (ontop plate breakfast_table)) (not (ontop plate "
            "breakfast_table))) (or (ontop plate breakfast_table) (ontop plate "
            "breakfast_table)))"
        ),
    ],
    "There must always be at least one plate on the table.": [
        (
            "before PLACE_ON_TOP(plate, !(breakfast_table))/PLACE_INSIDE(plate, "
            "!(breakfast_table)): (or (ontop plate breakfast_table))"
        ),
        (
            "before PLACE_ON_TOP(plate, !(breakfast_table))/PLACE_INSIDE(plate, "
            "!(breakfast_table)): (or (ontop plate breakfast_table))"
        ),
    ],
    "Only one of the two plates may be on the table.": [
        (
            "before DONE: (or (not (ontop plate breakfast_table)) (not (ontop plate "
            "breakfast_table)))"
        ),
        ("before PLACE_ON_TOP(plate, breakfast_table): (or (not (ontop plate breakfast_table)))"),
        ("before PLACE_ON_TOP(plate, breakfast_table): (or (not (ontop plate breakfast_table)))"),
    ],
    "House rule: the window is to be kept closed at all times.": [
        "before OPEN(window): (or)",
        "before DONE: (not (open window))",
    ],
    "One more thing: never open the oven.": [
        "before OPEN(oven): (or)",
    ],
    "Put the plate on the chopping board before you put it in the sink.": [
        "before PLACE_INSIDE(chopping_board, sink): (ontop plate|plate chopping_board)",
    ],
    "Should you have to open the fridge for that, shut it before you pick up the apple.": [
        (
            "after OPEN(electric_refrigerator) never PLACE_ON_TOP(apple|half__apple, "
            "_)/PLACE_INSIDE(apple|half__apple, _) until CLOSE(electric_refrigerator)"
        ),
    ],
    "What I won't have is the tap running for more than three steps in a row.": [
        "after TOGGLE_ON(sink) within 3 steps: (not (toggled_on sink))",
    ],
    "I'd rather you didn't put anything on the laptop, ever, unless it happens to be closed.": [
        "before PLACE_ON_TOP(anything, laptop): (not (open laptop))",
    ],
    "There must never be a moment at which the fridge isn't shut while the oven is on.": [
        "before OPEN(electric_refrigerator): (not (toggled_on oven))",
        "before TOGGLE_ON(oven): (not (open electric_refrigerator))",
    ],
    "Three steps after the oven has been turned on, if not sooner, it has to be off again.": [
        "after TOGGLE_ON(oven) within 3 steps: (not (toggled_on oven))",
    ],
    "Apart from the sponge, nothing whatsoever is to be put on the laptop while you're at it.": [
        "before PLACE_ON_TOP(!(sponge), laptop): (or)",
    ],
    "Not before the window is open, and only for as long as it stays open, may the oven be on.": [
        "before CLOSE(window): (not (toggled_on oven))",
        "before TOGGLE_ON(oven): (open window)",
        "before TOGGLE_ON(oven): (open window)",
    ],
    "The oven stays off until either the window has been opened or the tap is running.": [
        "before TOGGLE_ON(oven): (or (open window) (toggled_on sink))",
    ],
    "The oven and the stove may not be on at the same time, or the fuse blows.": [
        "before TOGGLE_ON(oven): (not (toggled_on stove))",
        "before TOGGLE_ON(stove): (not (toggled_on oven))",
    ],
    "The milk goes back in the fridge right after you have used it.": [
        (
            "after FILL_WITH(carton__of__milk, _)/POUR_INTO(carton__of__milk, "
            "_)/POUR_INTO(_, carton__of__milk)/SPREAD(carton__of__milk, _)/PLACE_INSIDE(_, "
            "carton__of__milk) within 1 steps: (inside carton__of__milk "
            "electric_refrigerator)"
        ),
    ],
    "Let the chicken rest for at least 10 seconds after turning off the oven before you cut it.": [
        "after TOGGLE_OFF(oven) never CUT(chicken_leg, _) within 10 s",
    ],
    "Please only pour once the stove is off.": [
        "before POUR_INTO(anything, _)/SPREAD(anything, _): (not (toggled_on stove))",
    ],
    "At no point are the oven and the stove to be on at the same time.": [
        "before TOGGLE_ON(oven): (not (toggled_on stove))",
        "before TOGGLE_ON(stove): (not (toggled_on oven))",
    ],
    "The plate has to stay where it is.": [
        "before PLACE_ON_TOP(plate|plate, _)/PLACE_INSIDE(plate|plate, _): (or)",
    ],
    "Turn the oven off, and only then open it.": [
        "before OPEN(oven): (not (toggled_on oven))",
    ],
    "Keep at least two steps between switching the microwave off and opening it.": [
        "after TOGGLE_OFF(microwave) never OPEN(microwave) within 1 steps",
    ],
    "You mustn't open the oven until one minute has passed since it was switched off.": [
        "after TOGGLE_OFF(oven) never OPEN(oven) within 60 s",
    ],
    "Between opening the fridge and closing it, the lamp must stay on.": [
        (
            "after OPEN(electric_refrigerator) never TOGGLE_OFF(table_lamp) until "
            "CLOSE(electric_refrigerator)"
        ),
        (
            "after OPEN(electric_refrigerator) until CLOSE(electric_refrigerator) keep: "
            "(toggled_on table_lamp)"
        ),
    ],
    "The microwave may only be started with the door closed.": [
        "before TOGGLE_ON(microwave): (not (open microwave))",
    ],
    "After handling the chicken, wash the board before cutting anything else.": [
        (
            "after PLACE_ON_TOP(chicken_leg, _)/PLACE_INSIDE(chicken_leg, "
            "_)/CUT(chicken_leg, _)/WIPE(chicken_leg, _) never "
            "CUT(!(chopping_board|chicken_leg), _) until WIPE(chopping_board, "
            "_)/WAIT_FOR_WASHED(dishwasher)"
        ),
    ],
    "The apple must not leave the fridge.": [
        (
            "before PLACE_ON_TOP(apple|half__apple, "
            "!(electric_refrigerator))/PLACE_INSIDE(apple|half__apple, "
            "!(electric_refrigerator)): (or)"
        ),
    ],
    "Never leave the house with the stove on.": [
        "before DONE: (not (toggled_on stove))",
    ],
    "If you leave the house, turn off the stove.": [
        "before DONE: (not (toggled_on stove))",
    ],
}
