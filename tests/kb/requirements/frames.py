"""Frames in which people state requirements, each with ways to say the same."""

from __future__ import annotations

OFF = "(not (toggled_on stove))"
BEFORE = f"before OPEN(window): {OFF}"
SHUT = ["before OPEN(window): (or)", "before DONE: (not (open window))"]
ENDS_OFF = [f"before DONE: {OFF}"]
ON_TABLE = "(ontop plate|plate breakfast_table)"
TOOL = (
    "before CUT(breakfast_table, !(sponge))/WIPE(breakfast_table, !(sponge))/"
    "SPREAD(!(sponge), breakfast_table)/POUR_INTO(!(sponge), breakfast_table)"
)

FRAMES: dict[str, tuple[list[str], tuple[str, ...]]] = {
    "courtesies and tags": (
        [BEFORE],
        (
            "Switch the stove off before you open the window, would you?",
            "Would you switch off the stove before you open the window, my dear?",
            "Would you mind switching off the stove before you open the window?",
            "Be a dear and switch the stove off before you open the window.",
            "Do me a favour and turn the stove off before you open the window, please.",
            "Before you open the window, turn the stove off, OK?",
            "Turn off the stove before you open the window, as quick as you can.",
            "No matter how hot it gets, turn off the stove before you open the window.",
            "However long it takes, turn the stove off before the window is opened.",
            "I'd be happier if the stove was off before you open the window.",
            "Mind you, the stove must be off before the window's opened.",
        ),
    ),
    "remarks beside a requirement": (
        SHUT,
        (
            "Keep the window closed, the neighbours complain about the smell.",
            "Keep the window closed, my mother hates draughts.",
            "Keep the window closed, we have no other way to keep it warm.",
            "Keep the window closed, Nan washes her face at this hour.",
            "Keep the window closed, everything else lets the cold in.",
            "Keep the window closed, I want to sleep.",
            "Keep the window closed, the tiles need to dry.",
            "My mother is here, so keep the window closed.",
            "Keep the window closed throughout, please, the parrot is loose.",
            "The window stays shut the whole time, the two doors bang together.",
            "Keep the window shut, opening windows lets the heat out.",
        ),
    ),
    "clauses without a verb": (
        [BEFORE],
        (
            "Stove off before you open the window.",
            "Stove off before the window is opened, please.",
            "The stove off before the window gets opened.",
            "Stove off, and only then does the window get opened.",
            "The stove off first, and only then may the window be opened.",
            "Before you open the window: stove off.",
        ),
    ),
    "clauses without a verb, at the end": (
        [*ENDS_OFF, "before DONE: (not (open window))"],
        (
            "At the end the stove must be off and the window closed.",
            "When you have finished, the stove has to be off and the window shut.",
            "At the finish I expect two things: the stove off and the window closed.",
            "I want the stove off and the window closed when you're through.",
        ),
    ),
    "what may not be touched": (
        [
            ("before PLACE_ON_TOP(carving_knife, _)/PLACE_INSIDE(carving_knife, _)/"
            "WIPE(carving_knife, _)/CUT(_, carving_knife): (or)")
        ],
        (
            "Hands off the carving knife!",
            "Keep your hands off the carving knife, it's sharp.",
            "The carving knife is off limits.",
            "The carving knife is none of your business.",
            "You're not to touch the carving knife.",
            "Nobody touches the carving knife.",
            "Don't lay a finger on the carving knife.",
        ),
    ),
    "what nobody does": (
        ["before OPEN(window): (or)"],
        (
            "Nobody opens the window.",
            "No one opens this window, the cat gets out.",
            "You are never to open the window.",
            "From now on the window must not be opened.",
            "The window mustn't be opened at any time today.",
            "The window is not to be opened.",
        ),
    ),
    "exceptions": (
        ["before PLACE_INSIDE(!(apple), bucket)/PLACE_ON_TOP(!(apple), bucket): (or)"],
        (
            "Put nothing in the bucket apart from the apple.",
            "Put nothing but the apple in the bucket.",
            "Nothing except the apple may be put in the bucket.",
            "Nothing other than the apple goes in the bucket.",
            "Apart from the apple, nothing goes in the bucket.",
            "Only the apple in the bucket, everything else smells.",
            "Nothing but the apple in the bucket this time.",
            "Put nothing in the bucket with the exception of the apple.",
        ),
    ),
    "times": (
        ["after OPEN(electric_refrigerator) within 120 s: (not (open electric_refrigerator))"],
        (
            "Once you've opened the fridge it has to be closed again inside two minutes.",
            "Within two minutes of the fridge being opened it has to be closed.",
            "After opening the fridge you have two minutes to close it.",
            "Two minutes is the longest the fridge may be left open.",
            "Two minutes is as long as the fridge may be open.",
            "The fridge may be open for two minutes at the most.",
            "The fridge may be open for two minutes and not a second more.",
            "The fridge must be shut again within two minutes, tops.",
            "Close the fridge no later than two minutes after opening it.",
        ),
    ),
    "the next step": (
        ["after OPEN(electric_refrigerator) within 1 steps: (not (open electric_refrigerator))"],
        (
            "In the very next step after opening the fridge, close it.",
            "Open the fridge and close it in the next step.",
            "The first thing you do after opening the fridge must be closing it.",
            "Whenever you open the fridge, shut it again before you go on to anything else.",
            "Close the fridge straight after you've opened it.",
        ),
    ),
    "only once": (
        ["after OPEN(electric_refrigerator) never OPEN(electric_refrigerator)"],
        (
            "Open the fridge just once, not a second time.",
            "You may open the fridge one time, not twice.",
            "Open the fridge a single time, never again.",
        ),
    ),
    "permissions that come after something": (
        ["before OPEN(window): (not (toggled_on stove))"],
        (
            "Switch the stove off. After that you may open the window.",
            "Turn off the stove. Then you can open the window.",
        ),
    ),
    "what a tool is for": (
        [f"{TOOL}: (or)"],
        (
            "Only the sponge for the table, everything else scratches.",
            "Use nothing but the sponge on the table.",
            "For the table use only the sponge.",
            "For the table take the sponge and nothing else.",
            "Never use anything other than the sponge on the table.",
        ),
    ),
    "what a knife is for": (
        ["before CUT(!(apple), carving_knife): (or)"],
        (
            "The carving knife is for cutting the apple and for cutting nothing else.",
            "The carving knife is for cutting the apple only.",
            "Cut nothing but the apple with the carving knife.",
        ),
    ),
    "prohibited coincidences": (
        [
            "before TOGGLE_ON(stove): (not (toggled_on oven))",
            "before TOGGLE_ON(oven): (not (toggled_on stove))",
        ],
        (
            "We blow the fuse if the stove and the oven are on together, so don't let that happen.",
            "Never have the stove and the oven on at the same time, the fuse is old.",
            "The stove and the oven must never be on together.",
        ),
    ),
    "moments after which something is allowed": (
        [BEFORE],
        (
            "Not until the stove is off may you open the window.",
            "Only once the stove is off may you open the window.",
            "Only once the stove is off may the window be opened.",
            "You may open the window when the stove is off, but not before.",
            "The window has to wait until the stove is off.",
        ),
    ),
    "what stays as it is": (
        [
            ("before PLACE_ON_TOP(carving_knife, _)/PLACE_INSIDE(carving_knife, _)/"
            "WIPE(carving_knife, _)/CUT(_, carving_knife): (or)")
        ],
        (
            "Leave the carving knife as it is.",
            "Leave the carving knife exactly as you found it.",
        ),
    ),
}  # fmt: skip
