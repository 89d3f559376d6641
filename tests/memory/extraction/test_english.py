"""What English lines state, and what they do not."""

from __future__ import annotations

import pytest

from memory.candidates import USER
from tests.memory.extraction.lines import learn, shown

Rows = list[tuple[str, list[tuple[str, str, str, int]]]]
STATED: Rows = [
    ("My name is Tom and I live in Berlin", [(USER, "name", "Tom", 1), (USER, "city", "Berlin", 1)]),
    ("I'm Maya", [(USER, "name", "Maya", 1)]),
    ("Hi, I'm Brian", [(USER, "name", "Brian", 1)]),
    ("call me Jay please", [(USER, "nickname", "Jay", 1)]),
    ("my birthday's March 9 btw", [(USER, "birthday", "March 9", 1)]),
    ("I was born on March 5, 1995", [(USER, "birthday", "March 5, 1995", 1)]),
    ("I'm 32 years old", [(USER, "age", "32", 1)]),
    (
        "I live in Leeds but I'm originally from Lagos",
        [(USER, "city", "Leeds", 1), (USER, "hometown", "Lagos", 1)],
    ),
    ("just moved from Austin to Denver", [(USER, "city", "Denver", 1), (USER, "city", "Austin", -1)]),
    ("I grew up in Ohio", [(USER, "hometown", "Ohio", 1)]),
    (
        "I'm not from Manchester, I'm from Salford",
        [(USER, "hometown", "Manchester", -1), (USER, "hometown", "Salford", 1)],
    ),
    ("I'm a software engineer", [(USER, "job", "software engineer", 1)]),
    ("I work at Google", [(USER, "employer", "Google", 1)]),
    ("I work as a teacher in Boston", [(USER, "job", "teacher", 1)]),
    ("I quit teaching, I drive a bus now", [(USER, "job", "teaching", -1), (USER, "job", "drive a bus", 1)]),
    (
        "I got laid off from Shopify last Thursday",
        [(USER, "employer", "Shopify", -1), (USER, "event_what", "got laid off from Shopify", 1)],
    ),
    ("I'm not a doctor, I'm a nurse", [(USER, "job", "doctor", -1), (USER, "job", "nurse", 1)]),
    (
        "I'm a second-year PhD student in linguistics",
        [(USER, "education", "second-year PhD student", 1), (USER, "major", "linguistics", 1)],
    ),
    ("I'm single", [(USER, "status", "single", 1)]),
    ("actually I live in Manchester", [(USER, "city", "Manchester", 1)]),
    ("my sister Anna is a nurse", [("sister", "name", "Anna", 1), ("sister", "job", "nurse", 1)]),
    ("My sister's name is Anna", [("sister", "name", "Anna", 1)]),
    (
        "my sister-in-law Priya is a pediatrician",
        [("sister-in-law", "name", "Priya", 1), ("sister-in-law", "job", "pediatrician", 1)],
    ),
    ("My cat is called Miso", [(USER, "pet", "cat", 1), ("cat", "name", "Miso", 1)]),
    (
        "I have a tortoise called Gerald. He's 31.",
        [(USER, "pet", "tortoise", 1), ("tortoise", "name", "Gerald", 1), ("tortoise", "age", "31", 1)],
    ),
    (
        "our dog Biscuit needs surgery on Friday",
        [("dog", "name", "Biscuit", 1), (USER, "pet", "dog", 1), ("dog", "event_what", "needs surgery", 1)],
    ),
    ("my boyfriend lives in Paris", [("boyfriend", "city", "Paris", 1)]),
    (
        "My husband is a chef and he loves football",
        [("husband", "job", "chef", 1), ("husband", "like", "football", 1)],
    ),
    (
        "I've got two kids, Noah is 6 and Ella is 3",
        [
            ("Noah", "relation", "kids", 1),
            ("Noah", "age", "6", 1),
            ("Ella", "relation", "kids", 1),
            ("Ella", "age", "3", 1),
        ],
    ),
    ("I love hiking", [(USER, "like", "hiking", 1)]),
    ("I can't stand cilantro", [(USER, "like", "cilantro", -1)]),
    ("not a fan of horror movies tbh", [(USER, "like", "horror movies", -1)]),
    ("I used to love running", [(USER, "like", "running", -1)]),
    ("I don't hate Mondays actually", [(USER, "like", "Mondays", 1)]),
    ("it's not that I don't like people", [(USER, "like", "people", 1)]),
    ("jazz never did it for me", [(USER, "like", "jazz", -1)]),
    ("I'm obsessed with sourdough lately", [(USER, "like", "sourdough", 1)]),
    ("I'm vegan", [(USER, "diet", "vegan", 1)]),
    ("I gave up meat last year, still eat fish", [(USER, "diet", "meat", -1), (USER, "diet", "fish", 1)]),
    ("I'm allergic to peanuts", [(USER, "allergy", "peanuts", 1)]),
    ("lactose intolerant", [(USER, "allergy", "lactose intolerant", 1)]),
    ("I knit on the train every morning", [(USER, "habit", "knit on the train every morning", 1)]),
    ("I'm pretty introverted", [(USER, "trait", "introverted", 1)]),
    ("my mother in law says I'm stubborn and honestly she's right", [(USER, "trait", "stubborn", 1)]),
    ("I have depression", [(USER, "health", "depression", 1)]),
    ("my grandma has diabetes", [("grandma", "health", "diabetes", 1)]),
    ("I'm Muslim", [(USER, "belief", "Muslim", 1)]),
    ("I'm gay", [(USER, "sexuality", "gay", 1)]),
    ("I owe $20k in student loans", [(USER, "money", "owe $20k in student loans", 1)]),
    ("I'm so happy today", [(USER, "mood", "so happy", 1)]),
    ("I feel lonely lately", [(USER, "mood", "lonely", 1)]),
    ("I want to run a half marathon this year", [(USER, "goal", "run a half marathon", 1)]),
    ("trying to save 10k by Christmas", [(USER, "goal", "save 10k", 1)]),
    ("I'm studying for the bar exam", [(USER, "goal", "studying for the bar exam", 1)]),
    ("dentist on Tuesday at 9am", [(USER, "event_what", "dentist", 1)]),
    ("flying to Seoul on the 14th for a wedding", [(USER, "event_what", "flying to Seoul", 1)]),
    ("I'm getting married in June", [(USER, "event_what", "getting married", 1)]),
    ("we broke up last night", [(USER, "event_what", "broke up", 1)]),
    ("I quit my job", [(USER, "event_what", "quit my job", 1)]),
    ("please don't bring up my ex", [(USER, "boundary", "don't bring up my ex", 1)]),
    ("I'd rather not talk about my weight", [(USER, "boundary", "rather not talk about my weight", 1)]),
    ("no messages after 11pm ok?", [(USER, "boundary", "no messages after 11pm", 1)]),
    ("you can talk about my dad again", [(USER, "boundary", "my dad", 1)]),
    ("keep it short please", [(USER, "style", "keep it short", 1)]),
    ("I don't want advice right now", [(USER, "style", "don't want advice", 1)]),
    ("I promise I'll call my mum on Sunday", [(USER, "promise", "call my mum on Sunday", 1)]),
    ("I'm a teacher and I live in Boston", [(USER, "job", "teacher", 1), (USER, "city", "Boston", 1)]),
    ("I go by Liz", [(USER, "nickname", "Liz", 1)]),
    ("I have a younger sister named Lily", [("younger sister", "name", "Lily", 1)]),
    ("our cat Luna is 3", [("cat", "name", "Luna", 1), (USER, "pet", "cat", 1), ("cat", "age", "3", 1)]),
    ("my favorite color is blue", [(USER, "like", "blue", 1)]),
    ("I don't drink coffee", [(USER, "diet", "drink coffee", -1)]),
    ("I used to live in Chicago", [(USER, "city", "Chicago", -1)]),
    ("I no longer work at Google", [(USER, "employer", "Google", -1)]),
    ("I'm going to Japan in October", [(USER, "event_what", "going to Japan", 1)]),
    ("my grandma passed away last week", [("grandma", "event_what", "passed away", 1)]),
    ("can you keep your answers short?", [(USER, "style", "keep your answers short", 1)]),
    ("stop using emojis", [(USER, "style", "stop using emojis", 1)]),
]
REFUSED = [
    "do you like the rain?",
    "where do you live",
    "if I won the lottery I'd move to Iceland",
    "what if I quit my job?",
    'she said "I hate my husband" out loud',
    "apparently my neighbor's cousin is getting divorced",
    "oh yeah I just LOVE working weekends",
    "I'm allergic to Mondays lol",
    '"I\'m a barbie girl, in a barbie world"',
    "*draws sword* I am Kael of the Northern Reach",
    "let's roleplay: I'm a detective named Sam Spade",
    "in my novel Ana is a nurse who lives in Porto",
    "translate to Spanish: My name is Tom and I am allergic to nuts",
    'can you fix the grammar: "I is a engineer"',
    "Fwd: Hi all, I'm Karen from HR",
    "Taylor Swift's birthday is December 13",
    "who doesn't love free pizza",
    "I wish I lived in Paris",
    "imagine I have a dog named Pickles",
    "I'm basically 90 years old lol",
    "pretend today is my birthday",
    "I am Groot",
    "my bank PIN is 4471",
    "sure, because I'm SUCH a morning person",
    "my mom says I'm lazy",
    "I like you",
    "I hate it when people lie",
    "I'm Irish",
    "if I'd studied medicine I'd be a doctor by now",
    "I'd love a dog",
    "my horoscope says I'll move abroad this year",
    "I'm fine",
    "I love it",
    "I'm sorry",
    "I'm busy",
    "I just ate dinner",
    "I watched a movie yesterday",
]


@pytest.mark.parametrize(("text", "facts"), STATED)
def test_stated(text: str, facts: list[tuple[str, str, str, int]]) -> None:
    assert shown(learn(text)) == facts


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    assert shown(learn(text)) == []
