"""Sentences of our own as people say them in interviews, for the language model: clauses of the acoustic model's
texts and more of our own, joined, with hesitations written as words. Endless, and the same for the same seed.
"""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "ctc_en"))
from texts import CLAUSES, FILLERS, SLOTS, fill  # noqa: E402

MORE = """good morning and thank you for coming in today
thanks for having me
my name is anna and i come from {place}
let's start with a few questions about your experience
could you introduce yourself please
sure i'd be happy to
so i've been working in {field} for about {number} years now
before that i was at {firm} where i {did} the {thing}
what was your biggest challenge there
i'd say the biggest challenge was the {thing}
that's a good question
let me think about that for a second
that sounds {quality}
can you tell me more about that
how did you deal with it
what would you do differently today
i would probably {do} it earlier
we didn't have enough time and we didn't have enough people
in the end everything worked out well
it wasn't easy but i learned a lot
i had to {do} and {do} at the same time
i'm responsible for the {thing} and for the {thing}
my main responsibility is {skill}
i really enjoy working with {person}
i graduated from university in {year}
i've got a degree in {field}
i speak {number} languages
i'm looking for a new challenge
that's one of the reasons i applied for this position
i believe my experience in {skill} would be useful here
what are your strengths and weaknesses
sometimes i find it hard to {do} when people are {mood}
i try to {do} before i {do}
for example {when} we had a problem with the {thing}
they told us that the {thing} was too {quality}
first we had to {do} the {thing} and then we could {do} it
i talked to {person} and we found a solution
it took us {number} months to {do} it
our customers were very {mood} about it
there was a lot of pressure because the {thing} was late
i think it's important to {do} and to {do}
where do you see yourself in five years
i'd like to become a {role} one day
when can you start
i have to give {number} weeks notice
how many people were on your team
about {number} people worked there
it was twenty percent faster than before
we saved about {number} thousand dollars a year
the meeting is at half past nine
do you have any questions for us
what does a typical day look like
who would i be working with
thank you very much for your time
we'll let you know by the end of the week
i was wondering whether you could {do} the {thing}
you see the {thing} wasn't {quality} at all
well it depends
yes i do
no i haven't
of course
exactly
that's right
i don't think so
i'm not sure
i mean it was {quality} but it was also {quality}
what i mean is that we should {do} it
i used to {do} {when}
i got the job because i could {do} the {thing}
in my free time i like to read and to go for walks
i've been living in {place} since {year}
my parents live in {place}
my favourite part of the job is {skill}
there's always somebody who wants to {do} the {thing}
if something goes wrong i tell {person} right away
we have a meeting every monday and every thursday
most of the time i work from home
i had an argument with {person} about the {thing}
and then everybody was {mood}
on the one hand it's {quality} on the other hand it's {quality}
i couldn't have done it without {person}""".split("\n")

HESITATIONS = ["uh", "um", "um", "uh", "hmm"]


def hesitate(words: list, r: random.Random) -> list:
    """Hesitations before words (4 %), repeated words (1.5 %), now and then a discourse marker (1 %)."""
    out = []
    for word in words:
        u = r.random()
        if u < 0.04:
            out.append(r.choice(HESITATIONS))
        elif u < 0.055:
            out.append(word)
        elif u < 0.065:
            out += r.choice(FILLERS).split()
        out.append(word)
    return out


def sentences(seed: int):
    r = random.Random(seed)
    while True:
        clauses = [fill(r.choice(CLAUSES if r.random() < 0.5 else MORE), r) for _ in range(r.choice([1, 1, 1, 2, 2, 3]))]
        text = clauses[0] + "".join(f" {r.choice(SLOTS['link'])} {clause}" for clause in clauses[1:])
        tokens = text.split()
        yield hesitate(tokens, r) if r.random() < 0.6 else tokens
