"""What instructions mean: the constraints that are read from them, in short."""

from __future__ import annotations

MEANINGS: dict[str, list[str]] = {
    "Close the fridge within two steps of opening it.": [
        ("after OPEN(electric_refrigerator) within 2 steps: (not (open electric_refrigerator))"),
    ],
    "Shut the fridge no later than 3 steps after you have opened it.": [
        ("after OPEN(electric_refrigerator) within 3 steps: (not (open electric_refrigerator))"),
    ],
    "Within two steps of opening the fridge, close it again.": [
        ("after OPEN(electric_refrigerator) within 2 steps: (not (open electric_refrigerator))"),
    ],
    "The fridge may stay open for at most two steps.": [
        ("after OPEN(electric_refrigerator) within 2 steps: (not (open electric_refrigerator))"),
    ],
    "Never leave the fridge open for more than two steps.": [
        ("after OPEN(electric_refrigerator) within 2 steps: (not (open electric_refrigerator))"),
    ],
    "Turn the tap off within 10 seconds.": [
        "after TOGGLE_ON(sink) within 10 s: (not (toggled_on sink))",
    ],
    "The tap must not run for more than half a minute.": [
        "after TOGGLE_ON(sink) within 30 s: (not (toggled_on sink))",
    ],
    "Close the fridge right after taking the milk out.": [
        (
            "after PLACE_ON_TOP(carton__of__milk, _)/PLACE_INSIDE(carton__of__milk, _) "
            "within 1 steps: (not (open electric_refrigerator))"
        ),
    ],
    "As soon as the chicken is cooked, turn the stove off.": [
        "after WAIT_FOR_COOKED(chicken_leg) within 1 steps: (not (toggled_on stove))",
    ],
    "Close the cabinet after you have taken the knife out of it.": [
        (
            "after PLACE_ON_TOP(carving_knife, "
            "!(bottom_cabinet|top_cabinet))/PLACE_INSIDE(carving_knife, "
            "!(bottom_cabinet|top_cabinet)): (not (open bottom_cabinet|top_cabinet))"
        ),
    ],
    "Open the cabinet, take the knife out and close it within two steps.": [
        (
            "after PLACE_ON_TOP(carving_knife, _)/PLACE_INSIDE(carving_knife, _) within "
            "2 steps: (not (open bottom_cabinet|top_cabinet))"
        ),
    ],
    "Before you turn on the stove, take the towel off it.": [
        (
            "before TOGGLE_ON(stove): (and (not (overlaid hand_towel stove)) (not (ontop"
            " hand_towel stove)))"
        ),
    ],
    "Take the towel off the stove first, then turn it on.": [
        (
            "before TOGGLE_ON(stove): (and (not (overlaid hand_towel stove)) (not (ontop"
            " hand_towel stove)))"
        ),
    ],
    "Turn on the stove, but open the window first.": [
        "before TOGGLE_ON(stove): (open window)",
    ],
    "Do not turn on the oven before opening the window.": [
        "before TOGGLE_ON(oven): (open window)",
    ],
    "Never turn on the microwave without closing it first.": [
        "before TOGGLE_ON(microwave): (not (open microwave))",
    ],
    "Let the iron cool before you put it away.": [
        "before PLACE_ON_TOP(iron, _)/PLACE_INSIDE(iron, _): (not (hot iron))",
    ],
    "Wash the carrot before cutting it.": [
        "before CUT(carrot, _): (not (covered carrot water|dirt))",
    ],
    "Cut the apple before you cut the chicken.": [
        "before CUT(chicken_leg, _) done CUT(apple|half__apple, _)",
    ],
    "Don't open the cabinet while the oven is on.": [
        "before OPEN(bottom_cabinet|top_cabinet): (not (toggled_on oven))",
    ],
    "With the stove on, never open the window.": [
        "before OPEN(window): (not (toggled_on stove))",
    ],
    "Do not turn on the stove unless the window is open.": [
        "before TOGGLE_ON(stove): (open window)",
    ],
    "Only open the microwave when it is off.": [
        "before OPEN(microwave): (not (toggled_on microwave))",
    ],
    "You may use the bleach only while the window is open.": [
        (
            "before FILL_WITH(bottle__of__bleach_agent, "
            "_)/POUR_INTO(bottle__of__bleach_agent, _)/POUR_INTO(_, "
            "bottle__of__bleach_agent)/SPREAD(bottle__of__bleach_agent, "
            "_)/PLACE_INSIDE(_, bottle__of__bleach_agent): (open window)"
        ),
    ],
    "The window must stay open as long as the stove is on.": [
        "before CLOSE(window): (not (toggled_on stove))",
        "before TOGGLE_ON(stove): (open window)",
    ],
    "Keep the knife in the cabinet until the carrot is washed.": [
        (
            "before PLACE_ON_TOP(carving_knife, "
            "!(bottom_cabinet|top_cabinet))/PLACE_INSIDE(carving_knife, "
            "!(bottom_cabinet|top_cabinet)): (not (covered carrot water|dirt))"
        ),
    ],
    "Leave the window closed until the stove is off.": [
        "before OPEN(window): (not (toggled_on stove))",
    ],
    "Never put anything on the laptop.": [
        "before PLACE_ON_TOP(anything, laptop): (or)",
    ],
    "Nothing may be put on the laptop.": [
        "before PLACE_ON_TOP(anything, laptop): (or)",
    ],
    "No towel on the stove while it is on!": [
        "before PLACE_ON_TOP(hand_towel, stove): (not (toggled_on stove))",
        (
            "before TOGGLE_ON(stove): (and (not (overlaid hand_towel stove)) (not (ontop"
            " hand_towel stove)))"
        ),
    ],
    "Nothing but the pan may stand on the stove.": [
        "before PLACE_ON_TOP(!(frying_pan), stove): (or)",
        (
            "before DONE: (and (not (ontop !(frying_pan) stove)) (not (overlaid "
            "!(frying_pan) stove)))"
        ),
    ],
    "Only wipe the laptop with the towel.": [
        "before WIPE(laptop, !(hand_towel)): (or)",
    ],
    "Put the pan only on the board.": [
        (
            "before PLACE_ON_TOP(frying_pan, !(chopping_board))/PLACE_INSIDE(frying_pan,"
            " !(chopping_board)): (or)"
        ),
    ],
    "Put the pan on the board, not on the table.": [
        "before PLACE_ON_TOP(frying_pan, breakfast_table): (or)",
    ],
    "Only cold pans may be placed on the table.": [
        "before PLACE_ON_TOP(frying_pan, breakfast_table) if (hot frying_pan): (or)",
    ],
    "Do not put the hot pan on the table.": [
        "before PLACE_ON_TOP(frying_pan, breakfast_table) if (hot frying_pan): (or)",
    ],
    "Never put the iron away hot.": [
        "before PLACE_ON_TOP(iron, _)/PLACE_INSIDE(iron, _) if (hot iron): (or)",
    ],
    "Leave the window closed.": [
        "before OPEN(window): (or)",
        "before DONE: (not (open window))",
    ],
    "Leave the laptop alone.": [
        (
            "before PLACE_ON_TOP(laptop, _)/PLACE_INSIDE(laptop, "
            "_)/OPEN(laptop)/CLOSE(laptop)/TOGGLE_ON(laptop)/TOGGLE_OFF(laptop)/WIPE(laptop,"
            " _): (or)"
        ),
    ],
    "Keep the towel away from the stove.": [
        (
            "before PLACE_ON_TOP(hand_towel, stove)/PLACE_ON_TOP(stove, "
            "hand_towel)/PLACE_INSIDE(hand_towel, stove): (or)"
        ),
        (
            "before DONE: (and (and (not (overlaid hand_towel stove)) (not (ontop "
            "hand_towel stove))) (not (ontop stove hand_towel)) (not (inside hand_towel "
            "stove)) (not (nextto hand_towel stove)) (not (under hand_towel stove)))"
        ),
    ],
    "Never leave the stove on.": [
        "before DONE: (not (toggled_on stove))",
    ],
    "Make sure the oven is off before you leave.": [
        "before DONE: (not (toggled_on oven))",
    ],
    "Don't forget to close the fridge.": [
        "before DONE: (not (open electric_refrigerator))",
    ],
    "When you are done, turn off the lamp.": [
        "before DONE: (not (toggled_on table_lamp))",
    ],
    "Neither the oven nor the stove may be on at the end.": [
        "before DONE: (not (toggled_on oven|stove))",
    ],
    "Never have the stove and the kettle on together.": [
        "before TOGGLE_ON(stove): (not (toggled_on electric_kettle))",
        "before TOGGLE_ON(electric_kettle): (not (toggled_on stove))",
    ],
    "Do not run the oven and the microwave at the same time.": [
        "before TOGGLE_ON(oven): (not (toggled_on microwave))",
        "before TOGGLE_ON(microwave): (not (toggled_on oven))",
    ],
    "Once you have cut the chicken, do not cut the apple until you have wiped the knife.": [
        ("after CUT(chicken_leg, _) never CUT(apple|half__apple, _) until WIPE(carving_knife, _)"),
    ],
    "After cutting the chicken, wipe the knife before you cut the apple.": [
        ("after CUT(chicken_leg, _) never CUT(apple|half__apple, _) until WIPE(carving_knife, _)"),
    ],
    "Do not open the oven within three steps of turning it off.": [
        "after TOGGLE_OFF(oven) never OPEN(oven) within 3 steps",
    ],
    "Wait at least ten seconds after turning off the stove before you wipe it.": [
        "after TOGGLE_OFF(stove) never WIPE(stove, _) within 10 s",
    ],
    "Do not open the fridge more than once.": [
        "after OPEN(electric_refrigerator) never OPEN(electric_refrigerator)",
    ],
    "After turning on the stove, keep the window open until it is off.": [
        "after TOGGLE_ON(stove) never CLOSE(window) until TOGGLE_OFF(stove)",
        "after TOGGLE_ON(stove) until TOGGLE_OFF(stove) keep: (open window)",
    ],
    "Keep the oven closed for three steps after turning it on.": [
        "after TOGGLE_ON(oven) never OPEN(oven) within 3 steps",
        "after TOGGLE_ON(oven) within 3 steps keep: (not (open oven))",
    ],
    "Don't turn on the kettle while it is empty.": [
        (
            "before TOGGLE_ON(electric_kettle): (or (contains electric_kettle water) "
            "(contains electric_kettle dirt))"
        ),
    ],
    "There must be nothing on the stove when you turn it on.": [
        (
            "before TOGGLE_ON(stove): (and (not (ontop anything stove)) (not (overlaid "
            "anything stove)))"
        ),
    ],
    "The dishwasher must not be opened until the plates are clean.": [
        "before OPEN(dishwasher): (not (covered plate|plate water|dirt))",
    ],
    "Do not pour bleach into the bucket.": [
        "before POUR_INTO(bottle__of__bleach_agent, bucket): (or)",
    ],
    "Never pour water into the kettle while it is on.": [
        (
            "before "
            "POUR_INTO(electric_kettle|carton__of__milk|frying_pan|plate|plate|wineglass|bucket|bottle__of__bleach_agent,"
            " electric_kettle) if (contains "
            "electric_kettle|carton__of__milk|frying_pan|plate|plate|wineglass|bucket|bottle__of__bleach_agent"
            " water): (not (toggled_on electric_kettle))"
        ),
    ],
    "If the pan is hot, do not touch it.": [
        (
            "before PLACE_ON_TOP(frying_pan, _)/PLACE_INSIDE(frying_pan, "
            "_)/WIPE(frying_pan, _)/FILL_WITH(frying_pan, _)/POUR_INTO(frying_pan, "
            "_)/POUR_INTO(_, frying_pan)/SPREAD(frying_pan, _)/PLACE_INSIDE(_, "
            "frying_pan): (not (hot frying_pan))"
        ),
    ],
    "If you use the bleach, open the window first.": [
        (
            "before FILL_WITH(bottle__of__bleach_agent, "
            "_)/POUR_INTO(bottle__of__bleach_agent, _)/POUR_INTO(_, "
            "bottle__of__bleach_agent)/SPREAD(bottle__of__bleach_agent, "
            "_)/PLACE_INSIDE(_, bottle__of__bleach_agent): (open window)"
        ),
    ],
    "Do not turn on the oven until the apple is on the plate.": [
        "before TOGGLE_ON(oven): (or (ontop apple plate) (ontop apple plate))",
    ],
    "Never put the apple on the floor.": [
        "before PLACE_ON_TOP(apple|half__apple, floor): (or)",
    ],
    "Cut the apple only when it is on the board.": [
        "before CUT(apple|half__apple, _): (ontop apple|half__apple chopping_board)",
    ],
    "Never turn on the stove while the apple is on it.": [
        "before TOGGLE_ON(stove): (not (ontop apple|half__apple stove))",
    ],
    "Put the knife back in the cabinet right after cutting the carrot.": [
        (
            "after CUT(carrot, _) within 1 steps: (or (inside carving_knife "
            "bottom_cabinet) (inside carving_knife top_cabinet))"
        ),
    ],
    "Keep the knife in the cabinet.": [
        (
            "before PLACE_ON_TOP(carving_knife, "
            "!(bottom_cabinet|top_cabinet))/PLACE_INSIDE(carving_knife, "
            "!(bottom_cabinet|top_cabinet)): (or)"
        ),
        (
            "before DONE: (or (inside carving_knife bottom_cabinet) (inside "
            "carving_knife top_cabinet))"
        ),
    ],
    "Turn on the stove only when the pan is on it.": [
        "before TOGGLE_ON(stove): (ontop frying_pan stove)",
    ],
    "Make sure the knife is in the closed cabinet at the end.": [
        (
            "before DONE: (and (or (inside carving_knife bottom_cabinet) (inside "
            "carving_knife top_cabinet)) (not (open bottom_cabinet|top_cabinet)))"
        ),
    ],
    "Take the knife out of the cabinet before you open the oven.": [
        "before OPEN(oven): (not (inside carving_knife bottom_cabinet|top_cabinet))",
    ],
    "The towel must be on no stove at the end.": [
        ("before DONE: (and (not (overlaid hand_towel stove)) (not (ontop hand_towel stove)))"),
    ],
    "Only open the oven within three steps of turning it off.": [
        "before OPEN(oven) done TOGGLE_OFF(oven) within 3 steps",
    ],
    "After cutting the chicken, do not cut the apple until the knife is clean.": [
        (
            "after CUT(chicken_leg, _) never CUT(apple|half__apple, _) if (covered "
            "carving_knife water|dirt)"
        ),
    ],
    "Once the knife has touched the chicken, it must not be used on the apple until it has been wiped.": [  # noqa: E501
        (
            "after CUT(chicken_leg, carving_knife)/WIPE(chicken_leg, "
            "carving_knife)/PLACE_ON_TOP(chicken_leg, "
            "carving_knife)/PLACE_INSIDE(chicken_leg, "
            "carving_knife)/PLACE_ON_TOP(carving_knife, "
            "chicken_leg)/PLACE_INSIDE(carving_knife, chicken_leg) never "
            "CUT(apple|half__apple, carving_knife)/WIPE(apple|half__apple, "
            "carving_knife)/SPREAD(carving_knife, "
            "apple|half__apple)/POUR_INTO(carving_knife, apple|half__apple) until "
            "WIPE(carving_knife, _)"
        ),
    ],
    "Under no circumstances may the iron be put away hot.": [
        "before PLACE_ON_TOP(iron, _)/PLACE_INSIDE(iron, _) if (hot iron): (or)",
    ],
    "Never, under any circumstances, turn on the microwave when it is open.": [
        "before TOGGLE_ON(microwave): (not (open microwave))",
    ],
    "Not until the window is open may you use the bleach.": [
        (
            "before FILL_WITH(bottle__of__bleach_agent, "
            "_)/POUR_INTO(bottle__of__bleach_agent, _)/POUR_INTO(_, "
            "bottle__of__bleach_agent)/SPREAD(bottle__of__bleach_agent, "
            "_)/PLACE_INSIDE(_, bottle__of__bleach_agent): (open window)"
        ),
    ],
    "Once the chicken has been cut, the board has to be cleaned before the apple touches it.": [
        (
            "after CUT(chicken_leg, _) never CUT(chopping_board, "
            "apple|half__apple)/WIPE(chopping_board, "
            "apple|half__apple)/PLACE_ON_TOP(chopping_board, "
            "apple|half__apple)/PLACE_INSIDE(chopping_board, "
            "apple|half__apple)/PLACE_ON_TOP(apple|half__apple, "
            "chopping_board)/PLACE_INSIDE(apple|half__apple, chopping_board) until "
            "WIPE(chopping_board, _)/WAIT_FOR_WASHED(dishwasher)"
        ),
    ],
    "Make sure there's no towel on the stove before turning it on.": [
        (
            "before TOGGLE_ON(stove): (and (not (overlaid hand_towel stove)) (not (ontop"
            " hand_towel stove)))"
        ),
    ],
    "Take care that no towel lies on the stove when you light it.": [
        (
            "before TOGGLE_ON(stove): (and (not (overlaid hand_towel stove)) (not (ontop"
            " hand_towel stove)))"
        ),
    ],
    "The apple is only to be cut with the knife once the knife has been wiped.": [
        ("before CUT(apple|half__apple, carving_knife): (not (covered carving_knife water|dirt))"),
    ],
    "When the chicken is cooked, turn the oven off within one step.": [
        "after WAIT_FOR_COOKED(chicken_leg) within 1 steps: (not (toggled_on oven))",
    ],
    "Turn on the tap, fill the bucket, and turn the tap off again within one step.": [
        ("after FILL_WITH(bucket, _)/POUR_INTO(_, bucket) within 1 steps: (not (toggled_on sink))"),
    ],
    "Bring me the apple, but first wash it.": [
        (
            "before PLACE_ON_TOP(apple|half__apple, _)/PLACE_INSIDE(apple|half__apple, "
            "_): (not (covered apple|half__apple water|dirt))"
        ),
    ],
    "Take the milk out, pour it into the glass and put it back into the fridge within a minute.": [
        (
            "after PLACE_ON_TOP(carton__of__milk, "
            "!(electric_refrigerator))/PLACE_INSIDE(carton__of__milk, "
            "!(electric_refrigerator)) within 60 s: (inside carton__of__milk "
            "electric_refrigerator)"
        ),
    ],
    "Do not let the milk stay out of the fridge for more than three steps.": [
        (
            "after PLACE_ON_TOP(carton__of__milk, "
            "!(electric_refrigerator))/PLACE_INSIDE(carton__of__milk, "
            "!(electric_refrigerator)) within 3 steps: (inside carton__of__milk "
            "electric_refrigerator)"
        ),
    ],
    "Don't let the towel touch the stove.": [
        (
            "before CUT(stove, hand_towel)/WIPE(stove, hand_towel)/PLACE_ON_TOP(stove, "
            "hand_towel)/PLACE_INSIDE(stove, hand_towel)/PLACE_ON_TOP(hand_towel, "
            "stove)/PLACE_INSIDE(hand_towel, stove): (or)"
        ),
    ],
    "Use the towel on the laptop, never the sponge.": [
        (
            "before CUT(laptop, sponge)/WIPE(laptop, sponge)/SPREAD(sponge, "
            "laptop)/POUR_INTO(sponge, laptop): (or)"
        ),
    ],
    "Do not put a wet sponge on the laptop.": [
        (
            "before PLACE_ON_TOP(sponge, laptop) if (or (saturated sponge water) "
            "(covered sponge water)): (or)"
        ),
    ],
    "Never open a cabinet while another cabinet is open.": [
        ("before OPEN(bottom_cabinet|top_cabinet): (not (open bottom_cabinet|top_cabinet))"),
    ],
    "Clear the stove before you turn it on.": [
        (
            "before TOGGLE_ON(stove): (and (not (ontop anything stove)) (not (overlaid "
            "anything stove)))"
        ),
    ],
    "Wipe up the water on the floor before you carry the plates.": [
        (
            "before PLACE_ON_TOP(plate|plate, _)/PLACE_INSIDE(plate|plate, _): (not "
            "(covered floor water))"
        ),
    ],
    "Get the towel out of the way before you light anything.": [
        (
            "before TOGGLE_ON(oven|stove|microwave|electric_kettle|iron): (and (not "
            "(ontop hand_towel oven|stove|microwave|electric_kettle|iron)) (not "
            "(overlaid hand_towel oven|stove|microwave|electric_kettle|iron)) (not "
            "(inside hand_towel oven|stove|microwave|electric_kettle|iron)) (not (nextto"
            " hand_towel oven|stove|microwave|electric_kettle|iron)))"
        ),
    ],
    "Wait until the pan has cooled down before touching it.": [
        (
            "before PLACE_ON_TOP(frying_pan, _)/PLACE_INSIDE(frying_pan, "
            "_)/WIPE(frying_pan, _)/FILL_WITH(frying_pan, _)/POUR_INTO(frying_pan, "
            "_)/POUR_INTO(_, frying_pan)/SPREAD(frying_pan, _)/PLACE_INSIDE(_, "
            "frying_pan): (not (hot frying_pan))"
        ),
    ],
    "Keep the bleach out of the bucket.": [
        (
            "before PLACE_INSIDE(bottle__of__bleach_agent, "
            "bucket)/PLACE_ON_TOP(bottle__of__bleach_agent, bucket): (or)"
        ),
        "before DONE: (not (inside bottle__of__bleach_agent bucket))",
    ],
    "The laptop must stay dry.": [
        "before SOAK_UNDER(laptop, _)/SOAK_INSIDE(laptop, _)/SPREAD(_, laptop): (or)",
        "before DONE: (and (not (saturated laptop water)) (not (covered laptop water)))",
    ],
    "If the stove is on, turn it off before you wipe it.": [
        "before WIPE(stove, _) if (toggled_on stove): (not (toggled_on stove))",
    ],
    "Turn off the microwave before you open it and don't open the oven for three steps.": [
        "before OPEN(microwave): (not (toggled_on microwave))",
        "after TOGGLE_OFF(microwave) never OPEN(oven) within 3 steps",
    ],
    "Never turn on the oven with the door open.": [
        "before TOGGLE_ON(oven): (not (open oven))",
    ],
    "Never serve the chicken on the plate raw.": [
        (
            "before PLACE_ON_TOP(chicken_leg, plate|plate)/PLACE_INSIDE(chicken_leg, "
            "plate|plate) if (not (cooked chicken_leg)): (or)"
        ),
    ],
}
