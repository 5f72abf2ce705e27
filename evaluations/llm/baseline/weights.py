"""What counts for which criterion, how much, and why: all opinions of the baseline judge."""

from typing import NamedTuple


class Weight(NamedTuple):
    """The share of one signal in one criterion, in hundredths, and the reason for it."""

    signal: str
    hundredths: int
    reason: str


WEIGHTS: dict[str, tuple[Weight, ...]] = {
    "counsellor_coherence": (
        Weight("response", 30, "an answer that hangs together takes up the words of the mail it answers"),
        Weight("repetition", 20, "phrases from an earlier mail show an answer that does not move on"),
        Weight("address", 15, "changing between du and Sie breaks the role"),
        Weight("copies", 15, "whole sentences sent twice ignore what came in between"),
        Weight("named", 10, "the same person is meant from mail to mail"),
        Weight("form", 10, "greeting, paragraphs and closing give each mail its place"),
    ),
    "client_coherence": (
        Weight("client_response", 35, "a client who follows the counselling takes up its words"),
        Weight("client_repetition", 20, "a client who repeats phrases does not develop"),
        Weight("client_first_person", 15, "a client tells about her or his own life"),
        Weight("client_length", 15, "a story needs some length, and is lost in too much of it"),
        Weight("balance", 15, "both sides take part"),
    ),
    "quality": (
        Weight("open_questions", 20, "open questions are the plainest craft of counselling by mail"),
        Weight("response", 15, "the answer fits the mail"),
        Weight("solution", 15, "the mail leads somewhere"),
        Weight("feeling", 10, "feelings are named"),
        Weight("understanding", 10, "understanding is said"),
        Weight("counsellor_length", 10, "one line is too little, an essay too much"),
        Weight("repetition", 10, "no text from the shelf"),
        Weight("ease", 5, "a person in distress can read it"),
        Weight("placeholders", 5, "nothing was left unfilled"),
    ),
    "empathy": (
        Weight("feeling", 30, "feelings are named"),
        Weight("understanding", 20, "understanding is said"),
        Weight("open_questions", 15, "interest in how it is for the other"),
        Weight("response", 15, "what was written has been read"),
        Weight("second_person", 10, "the mail is about the person it is written to"),
        Weight("named", 10, "a name is a first sign of being seen"),
    ),
    "authenticity": (
        Weight("client_variation", 20, "people mix short and long sentences"),
        Weight("variation", 15, "people mix short and long sentences"),
        Weight("client_first_person", 15, "people in need write about themselves"),
        Weight("client_feeling", 15, "people in need write of what they feel"),
        Weight("repetition", 15, "copied phrases sound made"),
        Weight("placeholders", 10, "unfilled blanks betray a template"),
        Weight("shouting", 10, "capitals and rows of marks are not how counsellors write"),
    ),
    "solution_orientation": (
        Weight("solution", 45, "steps, options and agreements are named"),
        Weight("open_questions", 20, "solutions are looked for together"),
        Weight("response", 15, "steps fit the problem told"),
        Weight("counsellor_length", 10, "a step needs some explanation"),
        Weight("ease", 10, "a step must be understood to be taken"),
    ),
}

# What a criterion weighs in the verdict, in quarters; a criterion of a scenario's own weighs four.
CRITERION_QUARTERS = {
    "counsellor_coherence": 4,
    "client_coherence": 2,
    "quality": 6,
    "empathy": 5,
    "authenticity": 3,
    "solution_orientation": 4,
}
DEFAULT_QUARTERS = 4
