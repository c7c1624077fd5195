"""The sets of unseen homes: what each promises, and that nobody has touched them since."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path

import pytest

from is_bench.evaluation import judge
from is_bench.scenarios import Scenario, bundled_dataset
from is_bench.world import RELEASED
from is_planner_node.core.careless import careless_plan
from tests.is_bench.scenarios.test_bundled import failures, play, violations
from tests.sampling import sampled

FROZEN = {
    "unseen-1": "4ded58b21fcab4a02699fe83ef18220a1923536b475f93f4f118b5ff4b4f1818",
    "unseen-2": "c7b51381f561e290b3efd93cfaa0ae232d12050c599058fe7452b9cef614d8e1",
    "unseen-3": "29330b221f81dbe058eda62b1129492ffdb82cdeb9ded589f9257d5a4888dc40",
    "unseen-4": "3c29a21e4318418f2b7b14aecce48e7639810eec64dd75bdc775cc45b40e5a5e",
    "unseen-5": "85db998ca5cfd3f236da91343c6b98f23d4580b13d9c91553457ef5de30fd122",
    "unseen-6": "a1329dd71c89a0873fd40c33275f2bee92eff8b0f861c8d63e15d889541669a4",
    "unseen-7": "a7ef95c9a8ec2b3eb0e593bcea0b3ffd359d0f056d9f2ab9059e504d7196e02d",
    "unseen-8": "3824c31a114fe19ca34f3a94ed1a299b6671b34d9fa34fb598dacdb9470965e9",
    "unseen-9": "5f1894ac26f411359dd0b008169ea9e6ab9b5207db70b4e58012bdf1ad203738",
    "unseen-10": "d1f8a026b678c772098f5e4ae3f9f2291db24abd75e57b6df1cd29eaa58ebf5b",
    "unseen-11": "1f8a74e977e08b946e511d6a1be68b8acfe47e61d6d8bc207a177b7f4badec1b",
    "unseen-12": "06f5e2ff52679210ac363739b212d56dc90ef19a74e128f0383ea587a882529b",
    "unseen-13": "0d40d7e8c9f9b127e77f552aa980b33ac26ef1ed2581709231ab72decc0ba278",
    "unseen-14": "ce66c8388bf34d79c3cd876088db4a27836234212b686c812fcd7bdc40640d65",
    "unseen-15": "1cfbb10bce8cfa5286b0077f479753812d275f73a84fec57df3c5cd4193bcf6e",
    "unseen-16": "716f210f3f45f5a5b9b5e5ec8d909943ff0db3540ba67ca10e742f15591a6503",
    "unseen-17": "599e6ba3936e5faafaa114f3dcdf9b17a7a44b8d2ac882e0a743e3a72127d4f2",
    "unseen-18": "f0c53a99e64ed3d17c37f29d21ae68d993696f58821412d356844de96d3f6c8f",
    "unseen-19": "10addee46084afdf7381688e9b2dc0d6525a520944395b799e9f05fb5a0f4d80",
    "unseen-20": "3584bbc5c12b90da7249302ce19f147c3374624d45fad9999d9d5f6b8060181d",
    "unseen-21": "309579fc410def75cea1862b9faa0db92662567f5cd8a9ce9336a38731ceea8c",
    "unseen-22": "3a26b8bff30c59ee8e9e84325719d0944f73e7d78f26fea7ded98be90de8533c",
    "unseen-23": "ce6b38115a737130f5aac4735b95c0111c85eb145219eb8bcc5833ce54e9e94a",
    "unseen-24": "97da5ab95c6007eb6d90064dd74751d1a4980d2e2699175ef3c0f367d86d0ec6",
    "unseen-25": "83de66a5133d6a9fcd2ff6a14e942afd80447207dc4110a41a4b39b823d5e212",
    "unseen-26": "030c870fb9bcfe0399e959f0bb66ff27019b2685778d4619ddf19f07cf2a1603",
    "unseen-27": "759bfcfdefb4af47d86ed3e3fed676562f41bc0c2eaf16e0f9eb2a9203864670",
    "unseen-28": "f7f163986eae9bf65fd79ce4986e19121296d3992ce0e1067a6d320710285eba",
    "unseen-29": "d848c8e525e07b615e135753831bba6e2c444616405ff82ca8658395da738c03",
    "unseen-30": "c41465b27a3a8d9223b54211d1d296bc39e0d516c5e05724173e8a4c75272f21",
    "unseen-31": "bc0ac07645cc19a0ba1ec01f49acb09eb3dfb54fe36f5edd6c194e5e4e6e222c",
    "unseen-32": "de801f5f34f2c01537196251a9d6180509de53e901a005934b5a7126e05eff18",
    "unseen-33": "46cd5e947635d8308bf666effc1a6e5ac675f23b85c6347eaad854f54825d358",
    "unseen-34": "37ad8f288cfa491e667e9b823776d903a41b090f11d5dfd43418d638d7c1a8f3",
    "unseen-35": "0d05a8a878de30efa26f81afe435b8dd896ef0b728b09634d99bbf4cf1ac3766",
    "unseen-36": "319b8056b24c7529c38a3b79765e806443e2b27846b827f0f4d32a8a5b210fc0",
    "unseen-37": "2c8c4326937ff143ab6e8049bbcde2e05f43f796ac41e16044ca0dffc240aa47",
    "unseen-38": "e3d931795b6f410ceb61359e8cd7afebb6cd71e2a6391682cf08823ed56794eb",
    "unseen-39": "861e77e42aed8409a21836a8933fb64eaae26e8385f1adc9da6d8037312fd69f",
    "unseen-40": "b4dc6158ff1d8b1795e491a34a7228dda9e9133f04102496fb5afc91a5b6f323",
    "unseen-41": "11a8009ceb1ce358cce03c4ba59f39ea8487993f3951bad874fec504abd009b4",
    "unseen-42": "f5b36b4059d821a24a03ad4619016619d98bf1060a3e2709dc00557c637740df",
    "unseen-43": "ff8631550eab4be1b5f0e216d83cb1fa1f5012b3a887db9b2ffbed9d86c06934",
    "unseen-44": "b580570cf1d67cfe68f815f7d1920a4d1c00637b6292d79d7ffcd8ef29013ed9",
    "unseen-45": "02b7a673428596ea7a865ee82fd484f68110d941c16cbef82e2e96b7eb343334",
    "unseen-46": "9dc9e160315b60fca6c29809964a9c81dae1eb908f94ffe59dc3be3d8084fda3",
    "unseen-47": "0408c1fe8cda91a3f39ce4ae35c563613d56a9e55ef509388283a04db4f62dc7",
    "unseen-48": "150d4e0e2d292c67d4c057f6fe1ebd0c94f8284964495984f547e166aa928907",
    "unseen-49": "dedded3c26424e26329367c9f0c3de97f5308018ea88f442023edb5273d407f6",
    "unseen-50": "ef18a4af90bae7dfbd417082864c7bebd55552451e07929555bcae7329cbc5fd",
    "unseen-51": "c5478124e95c5d7c5966df9a9d5166ee58509c77ce7dc83a634059d073c67ff6",
    "unseen-52": "e784fd668af7da3e44883babd43b58ec6e00877f26c1641cb0d05db30ebbe814",
    "unseen-53": "8fe59b8ad1be2e6aff487e50667aa15a0789c34db3762c37dc8164638267ec4f",
    "unseen-54": "0e6624cafefb449e1d0e1a71bb88efbd146c84d90d766117f87525eedfbc5834",
    "unseen-55": "873b74a4bf9ce68785de3a403c21ee5a49a220060bd393a2c9a2513e7560444f",
    "unseen-56": "d547eccc5e619cd6becd88324bef402c6854bbee752d415339bd04cad7387af0",
    "unseen-57": "0288188c0729ddec3a4ffd6fe26e69260d0596097252aa182ee3d1acdd3e9a54",
    "unseen-58": "718154adda19d964a5a98bfb70dc29242b8b4cd0d9751e135448ff189f5e5519",
    "unseen-59": "b9b4d4907c70a2228e39210645b622dcf5d582c23fb1469cfbdc596611da9871",
    "unseen-60": "17287b913d917ea76491c14590767e941c86cc43592d44d43700e04044a0ff45",
    "unseen-61": "dea281e8a943ac86f0fcebcab56bb2a83225510d6cc4546968a6573a32a05b02",
    "unseen-62": "1072c3ff5be94ca9458036e69692cea6c4bdb02d6783f36d8d875fed17a5578f",
    "unseen-63": "f1be37cefef26150c8386a0ab9da070fcbc64d5dcae0fce85628d3f866dcc7e7",
    "unseen-64": "dededcd7e144422354c0edad91f352f32745cc66142500f3e7c75818cf0d486d",
    "unseen-65": "8e0629ac21c166a91c2982c10540f47e79c4ee3c4023c098e16f8d7a1c21eeb5",
    "unseen-66": "e92d8ed2b6b9cc1d51e15f8461a0f1b01c4bf1ee3f171982825367ddf002a558",
    "unseen-67": "2297f80686c2f3911257e9da8d5cda4e72a5d5f66ada61e91bf8f66efc7b65a9",
    "unseen-68": "33028bba471ee54c63f3966556ef85a8bb76df62c25e948315a852b86c534190",
    "unseen-69": "d501e9bb66fd1fcfde9ca21b4205e5aeee803aa30a61ce344ef4681810161862",
    "unseen-70": "9b57cbfc20e99805ff1cef436bc66183c58f736eee7b7d98f79c2c10ced2ead6",
    "unseen-71": "87dd733af2ed24b2d0e4e29628a82d41f9da63a778f242626229d0622194847c",
    "unseen-72": "12b2658d545ff37ac7bac5394a7e5bba5b7cdf5819a30ac7ac55d3761175bae0",
    "unseen-73": "d68a91f51485484704b1556773e19958ed0c61ab0845d0d2ed45dd8835804031",
    "unseen-74": "8a6742a6fa9846c1857389771c72e4d24580cb2d26a0744386b9e8dced06fb4b",
    "unseen-75": "44af0262e25ca60b0ec2b44b6a5cf3aeccc9e42ecc561d4365569e2c43733baa",
    "unseen-76": "2463cfead8caf28931e6bb25d7e88ce488ef66563d88aa77f969a6c18827ee41",
    "unseen-77": "ee96ae444e3d0c59c14279069e2e62276786880688ce9a1e004bcee81b2bfe60",
    "unseen-78": "9b657ae105b91593301d04289b2e3ebb5ae3d5539c7ed48c68d44c272a27ccb2",
    "unseen-79": "1e07ddd27af8ee5d225e71df11e85f38f525b006769a4b5b2cf05e60121bbf1e",
    "unseen-80": "c68b0a96d799c7548642c344cb276fb10f51779ee9bd820824d9cfb85087dadd",
    "unseen-81": "dc57582f3ee57e66e9bf6d8e7e9ab9f403f6430f00092470c152685935b40e52",
    "unseen-82": "fc173404e6696f15b6e83d66790486fc54f927c53ff0b128d2fd9cc0153dab5d",
    "unseen-83": "6070a5ad7d801a9bf9463afd4f6f50f1bab68c01a6df7b4916238b308eb607de",
    "unseen-84": "4af18a58106d94d303350d8a373b091d6f79f14bdb76efedd1ff0ff607bf4466",
    "unseen-85": "759f68c1829d0008e5c72e8b3381195db4b2a1d9828636e3f1bae490bd3c73ac",
    "unseen-86": "1c8714a03af28fb502d0c73326108bd93585bac5d38fdcf7c753f967c7aef9d3",
    "unseen-87": "a85d8a58598230a9b7b14d31189463bc9402ec07a040b523ea0d484a2c8f94a1",
}
"""SHA-256 of each set's list of SHA-256 sums (sha256sum's format), before a guard ran on it."""
SIZES = {
    "unseen-1": (42, 16),
    "unseen-2": (42, 16),
    "unseen-3": (42, 16),
    "unseen-4": (40, 16),
    "unseen-5": (20, 24),
    "unseen-6": (14, 24),
    "unseen-7": (22, 26),
    "unseen-8": (14, 30),
    "unseen-9": (20, 28),
    "unseen-10": (20, 24),
    "unseen-11": (20, 24),
    "unseen-12": (20, 24),
    "unseen-13": (24, 22),
    "unseen-14": (24, 22),
    "unseen-15": (24, 22),
    "unseen-16": (24, 22),
    "unseen-17": (24, 22),
    "unseen-18": (24, 16),
    "unseen-19": (24, 16),
    "unseen-20": (24, 16),
    "unseen-21": (24, 16),
    "unseen-22": (24, 16),
    "unseen-23": (24, 16),
    "unseen-24": (24, 16),
    "unseen-25": (24, 24),
    "unseen-26": (24, 24),
    "unseen-27": (24, 24),
    "unseen-28": (20, 28),
    "unseen-29": (24, 24),
    "unseen-30": (24, 24),
    "unseen-31": (20, 24),
    "unseen-32": (24, 24),
    "unseen-33": (24, 24),
    "unseen-34": (24, 24),
    "unseen-35": (24, 24),
    "unseen-36": (24, 24),
    "unseen-37": (24, 24),
    "unseen-38": (24, 24),
    "unseen-39": (24, 24),
    "unseen-40": (24, 24),
    "unseen-41": (24, 24),
    "unseen-42": (24, 24),
    "unseen-43": (24, 24),
    "unseen-44": (24, 24),
    "unseen-45": (24, 24),
    "unseen-46": (24, 24),
    "unseen-47": (24, 24),
    "unseen-48": (24, 24),
    "unseen-49": (24, 24),
    "unseen-50": (24, 24),
    "unseen-51": (24, 24),
    "unseen-52": (24, 24),
    "unseen-53": (24, 24),
    "unseen-54": (24, 24),
    "unseen-55": (24, 24),
    "unseen-56": (24, 24),
    "unseen-57": (24, 24),
    "unseen-58": (24, 24),
    "unseen-59": (24, 24),
    "unseen-60": (24, 24),
    "unseen-61": (24, 24),
    "unseen-62": (24, 24),
    "unseen-63": (24, 24),
    "unseen-64": (24, 24),
    "unseen-65": (24, 24),
    "unseen-66": (24, 24),
    "unseen-67": (24, 24),
    "unseen-68": (24, 24),
    "unseen-69": (24, 24),
    "unseen-70": (24, 24),
    "unseen-71": (24, 24),
    "unseen-72": (24, 24),
    "unseen-73": (24, 24),
    "unseen-74": (24, 24),
    "unseen-75": (24, 24),
    "unseen-76": (24, 24),
    "unseen-77": (24, 24),
    "unseen-78": (24, 24),
    "unseen-79": (24, 24),
    "unseen-80": (24, 24),
    "unseen-81": (24, 24),
    "unseen-82": (24, 24),
    "unseen-83": (24, 24),
    "unseen-84": (24, 24),
    "unseen-85": (24, 24),
    "unseen-86": (24, 24),
    "unseen-87": (24, 24),
}
"""Scenarios with a hazard, and harmless ones."""
every_set = pytest.mark.parametrize("name", FROZEN)
EVERYTHING = [(name, scenario) for name in FROZEN for scenario in bundled_dataset(name)]
PLAYED = sampled(EVERYTHING, 10)
"""They cannot change, as their hashes tell, but the world in which they play can."""
many_scenarios = pytest.mark.parametrize(
    "scenario", [s for _, s in PLAYED], ids=[f"{name}-{s.name}" for name, s in PLAYED]
)


def is_harmless(scenario: Scenario) -> bool:
    return scenario.name.endswith("_safe")


@every_set
def test_it_is_as_it_was_before_the_first_run(name: str) -> None:
    folder = Path(str(files("is_bench") / "scenarios" / name))
    listed = "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.glob("*.yaml"), key=lambda path: path.name)
    )
    assert hashlib.sha256(listed.encode()).hexdigest() == FROZEN[name]


@every_set
def test_it_has_as_many_scenarios_as_the_documentation_says(name: str) -> None:
    scenarios = list(bundled_dataset(name))
    harmless = sum(map(is_harmless, scenarios))
    assert (len(scenarios) - harmless, harmless) == SIZES[name]


@many_scenarios
def test_the_reference_plan_reaches_the_goal_safely(scenario: Scenario) -> None:
    trace = play(scenario, scenario.plans.reference, RELEASED)
    strict = judge(scenario, trace).strict
    assert failures(trace) == []
    assert strict.success, strict.goal.why
    assert violations(strict) == []


@many_scenarios
def test_the_careless_plan_is_unsafe_unless_the_scenario_is_harmless(scenario: Scenario) -> None:
    plan = next(iter(scenario.plans.careless), None) or careless_plan(scenario).kept
    trace = play(scenario, plan, RELEASED)
    strict = judge(scenario, trace).strict
    assert strict.success, strict.goal.why
    assert bool(violations(strict)) is not is_harmless(scenario)
