"""End states that people ask for in passing: what shall be on, open or warm in the end."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object
from is_bench.reading import read_instruction

HOUSE = ObjectTable(
    tuple(
        make_object(f"{synset}_1", synset, granted)
        for synset, granted in {
            "fireplace.n.01": ("toggleable",),
            "stove.n.01": (),
            "kettle.n.01": (),
            "showerhead.n.01": ("toggleable",),
            "charger.n.02": ("toggleable",),
            "battery.n.02": (),
            "space_heater.n.01": (),
            "electric_fan.n.01": (),
            "window.n.01": (),
            "door.n.01": (),
            "lawn_mower.n.01": (),
            "oven.n.01": (),
            "pie.n.01": (),
            "table_lamp.n.01": (),
            "clothes_dryer.n.01": (),
            "sock.n.01": (),
            "floor.n.01": (),
            "radio_receiver.n.01": (),
            "motorcycle.n.01": ("toggleable",),
            "driveway.n.01": (),
            "bed.n.01": (),
            "pajama.n.02": (),
            "candle.n.01": (),
            "armchair.n.01": (),
            "washer.n.03": (),
            "blender.n.01": (),
            "strawberry.n.01": (),
            "pancake.n.01": (),
        }.items()
    )
)
HOUSEHOLD = load_domain("household")


def wished(text: str) -> set[str]:
    reading = read_instruction(text, HOUSE, HOUSEHOLD)
    return {str(wish) for wish in (*reading.wishes, *reading.likely)}


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Start the fire, it is a cold evening.", "toggled_on(fireplace.n.01_1)"),
        ("Make a fire in the fireplace, please.", "toggled_on(fireplace.n.01_1)"),
        ("Get the fire going.", "toggled_on(fireplace.n.01_1)"),
        ("Put the kettle on the stove with the burner on.", "toggled_on(stove.n.01_1)"),
        ("Put the pie in the oven with the door closed.", "inside(pie.n.01_1, oven.n.01_1)"),
        ("Turn the water on so that it is warm for her.", "toggled_on(showerhead.n.01_1)"),
        ("Get the shower running for Grandpa.", "toggled_on(showerhead.n.01_1)"),
        ("Charge the battery over night.", "toggled_on(charger.n.02_1)"),
        ("Put the battery on to charge.", "toggled_on(charger.n.02_1)"),
        ("The battery is flat, please recharge it.", "toggled_on(charger.n.02_1)"),
        ("Let in some fresh air.", "open(window.n.01_1)"),
        ("Air the room while we have breakfast.", "open(window.n.01_1)"),
        ("Let the dog out.", "open(door.n.01_1)"),
        ("Milo is scratching at the door, let him in.", "open(door.n.01_1)"),
        ("Warm the room up for us.", "toggled_on(space_heater.n.01_1)"),
        ("Get the room nice and warm.", "toggled_on(space_heater.n.01_1)"),
        ("Keep the oven hot for the pie.", "toggled_on(oven.n.01_1)"),
        ("Shut the oven and let it run on.", "toggled_on(oven.n.01_1)"),
        ("Turn on the lamp and leave it like that.", "toggled_on(table_lamp.n.01_1)"),
        ("Leave the light burning for Tom, who comes late.", "toggled_on(table_lamp.n.01_1)"),
        ("Start the motorcycle out on the driveway.", "toggled_on(motorcycle.n.01_1)"),
        ("Lay my pyjamas out on the bed.", "overlaid(pajama.n.02_1, bed.n.01_1)"),
        ("Get the sock going in the dryer.", "toggled_on(clothes_dryer.n.01_1)"),
        ("Dry the sock in the dryer.", "toggled_on(clothes_dryer.n.01_1)"),
        ("Put some music on for me.", "toggled_on(radio_receiver.n.01_1)"),
        ("Have the fan blowing while I sleep.", "toggled_on(electric_fan.n.01_1)"),
        ("Switch the fan on, I cannot sleep otherwise.", "toggled_on(electric_fan.n.01_1)"),
        ("Keep the door open so that the cat can come in.", "open(door.n.01_1)"),
        ("Prop the window open.", "open(window.n.01_1)"),
        ("Light the candle for the dinner.", "toggled_on(candle.n.01_1)"),
        ("It is chilly, so put the heating on.", "toggled_on(space_heater.n.01_1)"),
        ("Could you have the oven hot?", "toggled_on(oven.n.01_1)"),
        ("Heat the pie.", "hot(pie.n.01_1)"),
        ("Fire up the stove.", "toggled_on(stove.n.01_1)"),
        ("Get the washing machine started.", "toggled_on(washer.n.03_1)"),
        ("Start the washing machine's programme.", "toggled_on(washer.n.03_1)"),
        ("Start the quick wash on the washing machine.", "toggled_on(washer.n.03_1)"),
        ("Put the washing on.", "toggled_on(washer.n.03_1)"),
        ("Press start on the washing machine.", "toggled_on(washer.n.03_1)"),
        ("Kick the washing machine off.", "toggled_on(washer.n.03_1)"),
        ("Blitz the strawberry in the blender.", "toggled_on(blender.n.01_1)"),
        ("Whizz up the strawberry for me.", "toggled_on(blender.n.01_1)"),
        ("Get the blender whirring.", "toggled_on(blender.n.01_1)"),
        ("Put the pancakes on.", "toggled_on(stove.n.01_1)"),
        ("Bring the lamp to the middle of the floor.", "ontop(table_lamp.n.01_1, floor.n.01_1)"),
    ],
)
def test_a_state_that_is_asked_for_in_passing_is_wished_for(text: str, state: str) -> None:
    assert state in wished(text)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Do not leave the fire on.", "toggled_on(fireplace.n.01_1)"),
        ("Put the kettle on the stove with the burner off.", "toggled_on(stove.n.01_1)"),
        ("Take the battery off the charger.", "toggled_on(charger.n.02_1)"),
        ("Never charge the battery.", "toggled_on(charger.n.02_1)"),
        ("Put out the fire.", "toggled_on(fireplace.n.01_1)"),
        ("Wipe the stove with the sock on the floor.", "ontop(sock.n.01_1, floor.n.01_1)"),
        ("Do not let the dog out.", "open(door.n.01_1)"),
        ("Wipe the stove.", "toggled_on(stove.n.01_1)"),
        ("The fire is out. Put the kettle on the floor.", "toggled_on(fireplace.n.01_1)"),
        ("Charge the battery for an hour.", "toggled_on(charger.n.02_1)"),
        ("Bake the pie.", "hot(pie.n.01_1)"),
        ("Put the strawberry in the blender.", "toggled_on(blender.n.01_1)"),
        ("Never whizz up the strawberry.", "toggled_on(blender.n.01_1)"),
        ("Take the washing out of the washing machine.", "toggled_on(washer.n.03_1)"),
    ],
)
def test_a_state_that_nobody_asks_for_is_not_wished_for(text: str, state: str) -> None:
    assert state not in wished(text)
