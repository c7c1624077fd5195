"""The words of the grammar: what `docs/requirements.md` lists."""

from __future__ import annotations

from functools import lru_cache

from is_bench.reading.stems import forms, word_set

Lead = tuple[str, ...]


def _phrases(text: str) -> tuple[Lead, ...]:
    """Phrases that are divided by commas, the longest first."""
    found = {tuple(phrase.split()) for phrase in text.split(",")}
    return tuple(sorted(found, key=lambda phrase: (-len(phrase), phrase)))


# Verbs, by what they are to a robot

PUT = word_set(
    """bring carry deliver drop hang insert lay leave load lower move pack park pile place pop
    position push put rest return serve set shift slide stack stand stick store stow toss
    transfer"""
)
TAKE = word_set(
    "bring carry collect fetch get grab lift move pick pull raise remove retrieve take unload"
)
MOVE = TAKE | word_set("lower push shift slide transfer")
"""Verbs that need no place to which something is put."""
OPEN = word_set("open reopen unseal")
CLOSE = word_set("close reclose seal shut")
ON = word_set("activate ignite light operate preheat run start")
OFF = word_set("deactivate extinguish stop")
TURN = word_set("flick flip power put set shut switch turn")
"""With `on` or `off`."""
CLEAN = word_set("clean dust mop polish rinse rub scour scrub sponge sweep vacuum wash wipe")
CUT = word_set("carve chop cut dice halve quarter slice")
COOK = word_set(
    "bake barbecue boil braise brew cook fry grill heat microwave poach reheat roast simmer steam "
    "toast warm"
)
FREEZE = word_set("freeze")
THAW = word_set("defrost thaw")
COOL = word_set("cool")
POUR = word_set("add empty pour tip")
FILL = word_set("fill refill")
SOAK = word_set("dampen drench moisten soak wet")
SPREAD = word_set("apply drizzle paint put rub smear spray spread spill sprinkle squirt")
WATER = word_set("irrigate water")
COVER = word_set("cover")
CLEAR = word_set("clear")
DRY = word_set("dry")
USE = word_set("operate use")
TOUCH = word_set("handle touch")
SAME_PARTICIPLE = word_set("come cut let put run set shut spread wet")
"""Verbs whose participles are like their base forms."""
FINISH = word_set("conclude end exit finish go leave quit stop")
WAIT = word_set("wait")
LET = word_set("allow let")
BE_PLACED = word_set("belong come get go")
"""What a thing does that is put somewhere."""
REST = word_set("hang lie rest sit stand")
"""What a thing does that is somewhere."""
VERBS = (
    PUT
    | TAKE
    | OPEN
    | CLOSE
    | ON
    | OFF
    | TURN
    | CLEAN
    | CUT
    | COOK
    | FREEZE
    | THAW
    | COOL
    | POUR
    | FILL
    | SOAK
    | SPREAD
    | WATER
    | COVER
    | CLEAR
    | DRY
    | USE
    | TOUCH
    | FINISH
    | WAIT
    | LET
    | BE_PLACED
    | REST
)
_IRREGULAR = {
    "swept": "sweep", "spread": "spread", "spilt": "spill", "laid": "lay", "lain": "lie",
    "stood": "stand", "sat": "sit", "hung": "hang", "lit": "light", "brought": "bring",
    "slid": "slide", "stuck": "stick", "began": "begin", "begun": "begin", "lying": "lie",
    "left": "leave", "got": "get", "gotten": "get", "came": "come", "ran": "run", "run": "run",
}  # fmt: skip


@lru_cache(maxsize=2048)
def verbs(word: str) -> frozenset[str]:
    """The verbs that `word` may be a form of."""
    found = {base for base in forms(word) if base in VERBS}
    if _IRREGULAR.get(word) in VERBS:
        found.add(_IRREGULAR[word])
    return frozenset(found)


# Words that hold a clause together

BE = word_set("am are be been being is was were")
HAVE = word_set("had has have having")
DO = word_set("did do does")
MODALS = word_set("can could may might must ought shall should will would")
STAY = word_set("remain remained remaining remains stay stayed staying stays")
BECOME = word_set("become becomes became becoming get gets getting got gotten")
NOT = frozenset({"never", "not"})
DETERMINERS = word_set(
    "a all an any both each every her his its my no our some that the their these this those your"
)
BEFORE_NOUNS = DETERMINERS | word_set("another other two three four")
OTHER = frozenset({"another", "other"})
PRONOUNS = word_set("it itself one ones them themselves they")
PERSONS = word_set("anybody anyone everybody everyone i nobody one robot someone somebody we you")
ALL_THINGS = word_set("anything everything something")
NO_THINGS = word_set("nothing none")
THING_WORDS = word_set("item items object objects stuff thing things")
ON_TO = _phrases("on, onto, on top of, over, upon, atop, across")
IN_TO = _phrases("in, into, inside, within, inside of")
NEAR = _phrases("next to, beside, near, by, close to, nearby, alongside, near to")
UNDER = _phrases("under, underneath, below, beneath")
OFF_FROM = _phrases("off, off of, from on, from the top of")
OUT_OF = _phrases("out of, from inside, outside, outside of")
AWAY_FROM = _phrases("away from, well away from, far from, far away from, apart from")
FROM = _phrases("from")
TO = _phrases("to")
WITH = _phrases("with, using, by means of")
FOR = _phrases("for")
AT = _phrases("at")
FREE_OF = _phrases("free of, free from, clear of, rid of")
AGAINST = _phrases("against, in contact with, into contact with")
PREPOSITIONS: dict[str, tuple[Lead, ...]] = {
    "on": ON_TO,
    "in": IN_TO,
    "near": NEAR,
    "under": UNDER,
    "off": OFF_FROM,
    "out of": OUT_OF,
    "away from": AWAY_FROM,
    "from": FROM,
    "to": TO,
    "with": WITH,
    "for": FOR,
    "at": AT,
    "against": AGAINST,
    "free of": FREE_OF,
}
PARTICLES = word_set("aside away back down off on out over up in")
ADVERBS = _phrases(
    """again, all, already, also, always, at all, at all times, absolutely, actually, altogether,
    any longer, any more, anymore, anywhere, as well, at any time, back, both, carefully,
    completely, either, entirely, even, ever, firmly, for a moment, for me, for now, fully,
    gently, in the meantime, instead, just, kindly, long, not even for a moment, not even for a
    second, not for a moment, now, once more, out of the way, please, properly, quite, really,
    safely, securely, slowly, still, strictly, then, therefore, thoroughly, though, tightly,
    together, at the same time, simultaneously, at the same moment, too, very, well, yet, of
    course, for safety, all the way, all the time, the whole time, the entire time, in place,
    so, thus, more than once, twice, a second time, at any point, under any circumstances,
    beside me, next to me, near me, during the task, during all this, in the process, in any
    case, for all time, nice and, safe and sound, however, meanwhile"""
)
ALWAYS = _phrases("always, at all times, all the time, the whole time, the entire time")
AGAIN = _phrases("again, once more, more than once, twice, a second time")
TOGETHER = _phrases("together, at the same time, simultaneously, at the same moment")
AWAY = frozenset({("out", "of", "the", "way")})
STOP = (
    BE | HAVE | DO | (MODALS - {"can"}) | STAY | NOT | DETERMINERS | PRONOUNS | ALL_THINGS
    | NO_THINGS
    | word_set(
        """and anybody anyone because but by for from i if in into neither nor of on onto off
        only or out over so than then though to under unless until till upon we when whenever
        where while whilst with within without you , after before once again first afterwards
        beforehand back away us me him neither nobody who which as at"""
    )
)  # fmt: skip
"""What no noun phrase holds but at its beginning."""

# States

ADJECTIVES = {
    word: name
    for name, words in {
        "open": "open opened ajar unsealed",
        "closed": "closed shut sealed",
        "on": "running lit burning boiling",
        "hot": "hot warm scalding boiling",
        "cold": "cold cool cooled lukewarm",
        "frozen": "frozen",
        "thawed": "thawed defrosted unfrozen",
        "cooked": "cooked baked boiled done fried roasted grilled toasted",
        "raw": "raw uncooked",
        "clean": "clean spotless spotlessly",
        "dirty": "dirty soiled stained mucky filthy unwashed",
        "wet": "wet damp moist soaked soaking dripping",
        "dry": "dry dried",
        "full": "full filled",
        "empty": "empty emptied",
        "broken": "broken cracked damaged shattered",
        "intact": "intact unbroken",
        "folded": "folded",
    }.items()
    for word in words.split()
}
"""What states are called."""
FAULTY_MODIFIERS = frozenset(
    {"locked", "plugged", "unplugged", "unlocked", "attended", "unattended"}
)
"""States that no skill brings about and no fact tells."""

# Measures

NUMBERS = {
    word: number
    for number, words in enumerate(
        [
            "zero",
            "one a an single",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "\n        fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
    for word in words.split()
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "couple": 2, "few": 3}
STEP_UNITS = word_set("action actions move moves step steps")
SECOND_UNITS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1.0),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), 60.0),
    **dict.fromkeys(("h", "hour", "hours"), 3600.0),
}
AT_MOST = _phrases(
    """at most, no more than, not more than, no longer than, not longer than, up to, less than,
    fewer than, no later than, not later than, at the latest, a maximum of, max, maximum, the
    next, the first, under"""
)
AT_LEAST = _phrases(
    "at least, a minimum of, no less than, not less than, minimum, the next, a full"
)
MORE_THAN = _phrases("more than, longer than, over, any more than, any longer than")
SOON = 3
"""How many steps `soon` and its like allow."""

# What introduces a subordinate clause

BEFORE = _phrases("before, prior to, ahead of, ere")
AFTER = _phrases("after, following, subsequent to")
WHEN = _phrases("when, whenever, once, every time, each time, any time, as, upon, on, everytime")
AT_ONCE_WHEN = _phrases(
    """as soon as, the moment, the minute, the second, the instant, right when, immediately when,
    directly when, right once, immediately once, straight when, just when, immediately upon,
    right upon, directly upon"""
)
AT_ONCE_AFTER = _phrases(
    """right after, immediately after, directly after, straight after, just after, instantly after,
    promptly after, right away after, straight away after, at once after, immediately following"""
)
SOON_AFTER = _phrases("soon after, shortly after, quickly after, not long after, right soon after")
UNTIL = _phrases("until, till, up until, up to the moment, until after, til")
WHILE = _phrases(
    """while, whilst, as long as, so long as, during the time, for as long as, the whole time, all
    the time, the entire time, at all times while, all the while"""
)
IF = _phrases("if, in case, in the case that, provided, provided that")
UNLESS = _phrases("unless, except when, except if, except while, except after, other than when")
WITHOUT = _phrases("without")
ONLY = frozenset({"only", "solely", "exclusively"})
AT_ONCE = _phrases(
    """at once, immediately, right away, straight away, straightaway, instantly, directly, without
    delay, right then, there and then, right afterwards, immediately afterwards, straight
    afterwards, directly afterwards, right after that, immediately after that, directly after
    that, straight after that, right after, immediately after, in the next step, in the very
    next step, as the next step, as the very next step, next, by the next step, with the next
    step"""
)
BEFORE_ALL = _phrases(
    "before anything else, before you do anything else, before doing anything else"
)
SOON_PHRASES = _phrases(
    "soon, promptly, quickly, shortly, soon afterwards, soon after, shortly after"
)
AFTERWARDS = _phrases("afterwards, afterward, after that, after this, later, thereafter, after use")
FIRST = _phrases("first, beforehand, before that, first of all, up front, in advance")
AT_THE_END = _phrases(
    """at the end, in the end, at the end of the task, at the end of it all, by the end, by the end
    of the task, when done, when finished, once done, once finished, when you are done, when you
    are finished, when you are through, once you are done, once you are finished, after you are
    done, after you are finished, when everything is done, when all is done, before you are
    done, before you are finished, when the task is done, when the task is over, at last,
    finally, eventually, when you are ready, as the last step, after the task, before you leave,
    when you leave, before leaving, before you go, before finishing, before you finish, before
    the end, before the task ends, before you stop, before you say done, before you are through,
    before ending the task"""
)
ENDING = _phrases(
    """the task is done, the task is over, the task is finished, everything is done, the task ends,
    the work is done, all is done"""
)
REASONS = _phrases(
    """because, otherwise, or else, so that, so as to, in order to, in order that, lest, for fear,
    since it, since they, as it, as they, or it will, or they will, or it may, or they may, or
    it could, or you will, so it, so they, so nobody, so no one, so nothing"""
)
"""What a clause begins with that only tells why."""

# What introduces a main clause

DO_NOT = _phrases(
    """never, never ever, do not, do not ever, do never, do not you dare, do not you dare to, do
    not you ever, not, not to, nor, under no circumstances, on no account, by no means, make
    sure not to, make sure never to, be careful not to, be careful never to, be sure not to, be
    sure never to, take care not to, take care never to, try not to, remember not to, remember
    never to, it is forbidden to, it is not allowed to, it is prohibited to, i do not want you
    to, i would not like you to, no need to, whatever you do never, whatever you do do not"""
)
"""Before a verb: what is forbidden."""
AVOID = _phrases("avoid, refrain from, no, there is no, there must be no, there should be no")
"""Before a gerund: what is forbidden."""
MUST_DO = _phrases(
    """make sure to, be sure to, always, remember to, do not forget to, never forget to, do not
    fail to, never fail to, take care to, be careful to, it is important to, it is essential to,
    it is necessary to, i want you to, i need you to, i would like you to, you had better, just
    make sure to, do"""
)
"""Before a verb: what is demanded."""
ENSURE = _phrases(
    """make sure, ensure, see to it, see, be sure, check, take care, verify, be certain, it is
    important, it is essential, it is necessary, just make sure, always make sure"""
)
"""Before a clause, with `that` or without: what is to be so."""
WANT = _phrases("i want, i need, we want, we need, i would like, i prefer")
WANT_NOT = _phrases("i do not want, we do not want, i would not like, i do not like")
LEFT_ALONE = _phrases(
    "alone, untouched, where it is, where they are, as it is, as they are, in place, in peace"
)
PREVENT = word_set("keep prevent stop")
OPENERS = _phrases(
    """and, but, then, so, note that, mind that, remember that, please note that, keep in mind
    that, i insist that, mind you, also, please, just, now, however, therefore, whatever you do,
    whatever happens, without fail, in any case, please note, note, remember, important, very
    important, attention, caution, careful, be careful, for safety, for safety reasons, oh,
    still, above all, in addition, besides, or, throughout the task, during the task, meanwhile,
    in the meantime, at all times, at any time, kindly, no matter what, yet, while you are at
    it, while you work, the whole time, the entire time"""
)
"""What may stand before a main clause and says nothing."""

CUE_PHRASES = _phrases(
    """has to, have to, needs to, need to, is to, are to, at most, at the latest, no more than,
    steps later, seconds later, right after"""
)
REMARK_SUBJECTS = word_set("he i it she that there these they this those we")
REMARK_VERBS = BE | HAVE | DO | word_set("can could goes looks needs will would")
REMARK_CUES = word_set("last longer no nobody none not nothing only")
DEMANDING = (MODALS - word_set("can could will would")) | word_set(
    "allowed forbidden hate like need needs permitted prefer prohibited supposed to want wish"
)
"""Words that make more of a remark than a remark."""
CUES = frozenset(
    word_set(
        """after afterwards always avoid before beforehand cannot careful ensure ensuring except
        first forbidden forget if immediately instant instantly keep keeping leave last least
        longer moment between neither nor must never no nobody none not nothing once only
        otherwise prevent remain remains remember shall should soon stay stays till unless
        until when whenever while whilst within without whatever unattended unsupervised"""
    )
)
