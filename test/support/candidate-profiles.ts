import { type Speaking, type Spoken, spoken } from './spoken-interview.ts';

/** Invented candidates, very different from each other; all texts are ours. */
export const profiles: Readonly<Record<string, () => Spoken>> = {
  'a beginner who searches for words': () =>
    interview(
      [
        'i [900] work in a [1200] shop i i sell [800] shoes [2300] and [700] bags',
        'my boss is [1500] good she is good and [900] i like [1100] i like my work',
        'every day i [800] go to the shop and i [2600] open the door and [700] i say hello',
        'the people [1200] come and [900] they look and they [2200] buy shoes or [800] they go',
        'i want [1000] a new work because [1500] the shop is [900] small and the [2100] money is small',
      ],
      { letterMs: 130, gapMs: 120, gop: (phone) => -((phone * 13) % 40) / 10 },
      4,
    ),
  'a steady speaker with everyday words': () =>
    interview(
      [
        'i work in a hotel [500] and i help the [450] guests when they have a problem [700] with the room or with the bill',
        'in the morning i check the [600] list of guests [450] and i call the cleaning team [400] because we we need the rooms at two',
        'sometimes people are angry [900] and then i listen to them and i try to find a [800] different room or i give them a drink',
        'last summer we had a lot of [550] work [500] so i made a new plan for the team and my manager [350] liked it very much',
        'i think it is a good job [1200] but now i want to learn more [400] about money and about planning',
      ],
      { letterMs: 100, gapMs: 50, gop: (phone) => -((phone * 11) % 25) / 10 },
      3,
    ),
  'a quick talker who repeats': () =>
    interview(
      [
        'so i was like okay let me do it and i did it and then they said okay do it again and i did it again',
        'and it was good you know it was really good and everybody said it was good so i was happy you know',
        'and then we had a new thing and i said okay let me do it and i did it and it was good again',
      ],
      { letterMs: 78, gapMs: 25, gop: (phone) => -((phone * 7) % 18) / 10 },
      7,
    ),
  'a well-read speaker who hesitates': () =>
    interview(
      [
        'my dissertation [1400] examined the procurement of [1100] renewable infrastructure in coastal municipalities',
        'what struck me [900] was the reluctance of [1300] contractors to disclose their margins before the tender',
        'i subsequently [1500] negotiated a framework in which both parties [1200] shared unforeseen liabilities',
        'colleagues described the outcome as [1000] pragmatic although critics [1400] questioned its legitimacy',
        'nevertheless the regional council [1300] adopted our proposal and [900] extended it to drainage and lighting',
        'personally i found the [1100] diplomacy more demanding than the [1500] engineering itself',
      ],
      { letterMs: 92, gapMs: 50, gop: (phone) => -((phone * 3) % 12) / 10 },
      3,
    ),
  'an eloquent speaker': () =>
    interview(
      [
        'when i inherited the department its reputation was dreadful so before touching any process i spent a fortnight listening to technicians on every shift',
        'three complaints surfaced repeatedly and all of them pointed towards scheduling which nobody had dared to question since the previous director left',
        'rather than imposing a remedy i invited the sceptics to draft one themselves then tested their version against ours on a single production line',
        'output climbed by a fifth within two months absenteeism dropped and curiously the loudest opponent became our most persuasive ambassador',
        'looking back i would involve finance far earlier because their perfectly reasonable objections delayed the rollout until late autumn',
        'that experience taught me patience and it convinced me that dissent handled respectfully is the cheapest form of quality control available',
      ],
      { letterMs: 78, gapMs: 30, gop: (phone) => -((phone * 3) % 8) / 10 },
      2,
    ),
  'a fluent speaker whose sounds are hard to follow': () =>
    interview(
      [
        'i studied chemistry and then i joined a laboratory where we measured the quality of drinking water for the whole region',
        'the hardest part was to convince the village councils that their old pipes were the reason for the bad results',
        'i travelled to nineteen villages and i explained the figures with photographs [350] because numbers alone did not help',
        'in the end fifteen councils paid for new pipes and the other four agreed to test again the following year',
      ],
      { letterMs: 84, gapMs: 35, gop: (phone) => (phone % 10 === 5 ? -6 : -((phone * 17) % 50) / 10) },
      3,
    ),
};

function interview(answers: readonly string[], speaking: Speaking, rounds: number): Spoken {
  const lines = Array.from({ length: rounds }, () => answers)
    .flat()
    .flatMap((answer) => ['Q could you tell me more about that', `A ${answer}`]);
  return spoken(lines, speaking);
}
