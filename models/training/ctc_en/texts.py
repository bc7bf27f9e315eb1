"""Sentences of our own for synthetic speech: the language of job interviews, numbers, hesitations, word mixtures.

Deterministic: `sentences(seed)` yields the same endless sequence for the same seed and word list.
"""

import itertools
import random
import re

SLOTS = {
    "role": """project manager|software engineer|nurse|teacher|sales assistant|accountant|data analyst|driver|designer
        team leader|receptionist|technician|product owner|business analyst|mechanical engineer|electrician|pharmacist
        lawyer|researcher|translator|store manager|network administrator|civil engineer|developer|tester|recruiter
        operator|architect|journalist|editor|librarian|pilot|flight attendant|warehouse worker|supervisor|consultant""",
    "field": """logistics|finance|health care|education|manufacturing|retail|construction|insurance|energy|tourism
        farming|banking|public administration|the car industry|the food industry|media|transport|aviation|security
        biology|chemistry|computer science|economics|psychology|mathematics|engineering|law|medicine|history|marketing""",
    "place": """london|berlin|paris|new york|india|china|spain|canada|australia|singapore|toronto|brazil|japan|poland
        nigeria|kenya|mexico|turkey|italy|ireland|my home town|the city centre|another country|the countryside|vienna
        chicago|germany|portugal|egypt|korea|sweden|the north|a small village|the capital|the coast""",
    "firm": """a small company|a large bank|a hospital|an international company|a start up|a family business|a school
        a university|a local shop|a software company|a factory|a hotel|a restaurant|a government agency|a research group
        a delivery company|a call centre|a charity|an airline|a supermarket|a design studio|the city council|a newspaper""",
    "skill": """communication|time management|negotiation|problem solving|planning|programming|customer service
        leadership|public speaking|data analysis|teamwork|writing reports|training new people|quality control|research
        working under pressure|listening|attention to detail|making decisions|testing|sales|cooking|driving|patience""",
    "thing": """report|website|budget|product|schedule|database|contract|presentation|delivery|application|campaign
        survey|proposal|prototype|migration|audit|process|portal|event|workshop|study|machine|design|service|document
        order|invoice|project|system|network|strategy|newsletter|question|problem|meeting|deadline|task|release|plan""",
    "person": """my manager|a customer|a colleague|the director|our client|the supplier|my team|a new employee|my father
        the engineers|the designers|another department|my supervisor|a student|the patients|the users|a friend|my boss
        my teacher|the owner|our neighbours|the whole group|everyone|nobody|the board|my sister|the technician""",
    "quality": """difficult|important|urgent|complex|interesting|challenging|successful|stressful|small|large|expensive
        simple|new|technical|valuable|confusing|creative|long|busy|quiet|strict|flexible|friendly|reliable|modern
        unexpected|critical|serious|strange|risky|wonderful|terrible|boring|useful|careful|honest|ambitious|gradual""",
    "did": """finished|started|planned|wrote|changed|tested|presented|checked|repaired|designed|organised|prepared
        delivered|explained|improved|measured|reviewed|postponed|cancelled|discussed|translated|published|redesigned
        coordinated|simplified|negotiated|investigated|documented|rebuilt|abandoned|rescued|shipped|sold|bought""",
    "do": """finish|start|plan|write|change|test|present|check|repair|design|organise|prepare|deliver|explain|improve
        measure|review|discuss|translate|publish|coordinate|simplify|negotiate|investigate|document|learn|remember
        understand|describe|choose|support|join|leave|follow|manage|share|solve|avoid|accept|refuse|compare""",
    "when": """last year|two years ago|in the beginning|at the end|every morning|on monday|on friday|last summer|in march
        in september|before that|after that|during the holidays|at that time|recently|every week|for six months
        since january|in the evening|at the weekend|a long time ago|once|twice a month|from time to time|in october""",
    "mood": "happy|nervous|proud|tired|surprised|sure|afraid|excited|angry|worried|grateful|calm|confident|disappointed",
    "link": "and|but|so|because|although|while|and then|which means that|even though|until|after|before|when|since",
}
SLOTS = {k: [w.strip() for w in re.split(r"[|\n]", v) if w.strip()] for k, v in SLOTS.items()}

CLAUSES = """i worked as a {role} in {place}
i have been a {role} for {number} years
my last job was at {firm} in {place}
we {did} the {thing} {when}
i {did} a {quality} {thing} with {person}
{person} asked me to {do} the {thing}
i think the most {quality} part was the {thing}
i was very {mood} {when}
it was {quality} for {person}
i would like to {do} more about {field}
the {thing} was {quality} and {quality}
i am good at {skill} and {skill}
there were {number} people in the team
we had only {number} days to {do} everything
it took us about {number} weeks
i studied {field} at the university in {place}
what i like about {field} is {skill}
i don't know how to {do} it
i didn't {do} the {thing}
you can always {do} the {thing} again
she {did} it and he {did} the rest
they will {do} the {thing} next week
if i had more time i would {do} the {thing}
when {person} left we {did} the {thing}
let me give you an example
i remember one {quality} day {when}
i'm interested in {field}
i've never {did} a {thing} like that
it's my {ordinal} job in {field}
we sold {number} of them in {year}
the price was {number} dollars
my number is {digits}
i was born in {year}
i live in {place} with {person}
my weakness is {skill}
i learned a lot from {person}
nobody wanted to {do} it
could you tell me about the {thing}
how did you {do} the {thing}
what was the most {quality} thing you {did}
why do you want to work in {field}
where do you see yourself in {number} years
tell me about a {quality} {thing}
can you describe {person}
thank you that is {quality}
do you have any questions for me
i would rather {do} than {do}
the more we {did} the less {quality} it was
it depends on the {thing} and on {person}
both of us were {mood} about the {thing}
at first it looked {quality}
finally we could {do} it without {person}
that is why i {did} it {when}""".split("\n")

FILLERS = ["um", "uh", "well", "you know", "i mean", "like", "so", "okay", "actually", "uh huh", "hmm"]
ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth twelfth twentieth last".split()


def number_in_words(n: int) -> str:
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10 - 2] + ("" if n % 10 == 0 else " " + ONES[n % 10])
    if n < 1000:
        return ONES[n // 100] + " hundred" + ("" if n % 100 == 0 else " " + number_in_words(n % 100))
    return number_in_words(n // 1000) + " thousand" + ("" if n % 1000 == 0 else " " + number_in_words(n % 1000))


def fill(template: str, r: random.Random) -> str:
    def value(match: re.Match) -> str:
        slot = match.group(1)
        if slot == "number":
            return number_in_words(r.choice([r.randint(1, 12), r.randint(1, 99), r.randint(100, 9999)]))
        if slot == "digits":
            return " ".join(ONES[r.randint(0, 9)] for _ in range(r.randint(3, 8)))
        if slot == "year":
            return r.choice(["nineteen ", "twenty "]) + number_in_words(r.randint(10, 99))
        if slot == "ordinal":
            return r.choice(ORDINALS)
        return r.choice(SLOTS[slot])

    return re.sub(r"\{(\w+)\}", value, template)


def hesitate(words: list, r: random.Random) -> list:
    """Fillers, repeated words and restarts at the rate of spoken interviews."""
    out = []
    for word in words:
        u = r.random()
        if u < 0.05:
            out.append(r.choice(FILLERS))
        elif u < 0.08:
            out.append(word)
        out.append(word)
    return out


def sentences(seed: int, words: list, weights: list):
    """Endless: interview clauses (60 %), mixtures of common and rare words (30 %), digits and short phrases (10 %)."""
    r = random.Random(seed)
    cumulative = list(itertools.accumulate(weights))
    while True:
        u = r.random()
        if u < 0.6:
            clauses = [fill(r.choice(CLAUSES), r) for _ in range(r.choice([1, 1, 2, 2, 3]))]
            text = clauses[0] + "".join(f" {r.choice(SLOTS['link'])} {c}" for c in clauses[1:])
            tokens = text.split()
            if r.random() < 0.5:
                tokens = hesitate(tokens, r)
        elif u < 0.9:
            count = r.randint(2, 10)
            tokens = [
                r.choices(words, cum_weights=cumulative)[0] if r.random() < 0.5 else r.choice(words)
                for _ in range(count)
            ]
        else:
            tokens = fill(r.choice(["{digits}", "{skill}", "{number}", "{person}", "{quality} {thing}", "in {year}"]), r).split()
        yield " ".join(" ".join(tokens).split()[:28])
