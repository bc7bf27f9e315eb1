/**
 * The text of the bundled sample interview. The people and the company are invented; the words are ours.
 *
 * `[450]` is a pause of 450 ms inside a turn. Other words are spoken as written: "um" and "uh" are
 * hesitations, and a repeated or corrected beginning is marked with braces: `{we had} we lost`.
 * Numbers are spelt out, so that the text is also the reference transcript.
 */
export interface ScriptedTurn {
  speaker: 'interviewer' | 'candidate';
  /** Silence before this turn, milliseconds. */
  gapMs: number;
  text: string;
}

export const script: readonly ScriptedTurn[] = [
  {
    speaker: 'interviewer',
    gapMs: 700,
    text: `Good morning, and thank you for coming in today. [350] Could you begin by telling me a little about
      yourself, and about your work so far?`,
  },
  {
    speaker: 'candidate',
    gapMs: 850,
    text: `Good morning, and thank you for having me. [420] Um, [300] I studied engineering at the university, and I
      finished in two thousand and fifteen. [480] After that I joined a company that sells fresh food to
      restaurants. [380] I started as an assistant in the warehouse, and [620] uh, [250] after three years I became the
      manager of a small team. [450] At the moment I am responsible for planning, for deliveries, and for about forty
      suppliers.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 750,
    text: `That sounds like a busy job. [300] Can you describe a project that you are proud of?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1300,
    text: `Yes, of course. [520] Last year we had a serious problem with waste. [400] {We threw} [350] we threw away
      almost twelve percent of our vegetables, because they arrived too early, or because they stayed too long in the
      wrong place. [550] Um, [280] my director asked me to find the cause. [430] So I spent two weeks in the warehouse at
      night, and I wrote down every delivery. [460] It was tedious work, but it showed us something surprising. [500] The
      main bottleneck was not the drivers. [350] It was the way that we [540] reconciled the orders in the
      evening. [480] We changed the schedule, we trained eight people, and after six months the waste fell to five
      percent.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 650,
    text: `How did the team react to those changes?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1100,
    text: `Honestly, not everybody was happy at first. [470] Some of my colleagues had worked in the same way for twenty
      years, and they were, [380] uh, [260] skeptical. [520] I did not want to force them. [400] Instead, I invited two of
      the most experienced people to design the new schedule with me. [450] {They found} [320] they discovered several
      mistakes in my plan, and they were right. [500] When the others saw that we listened, the atmosphere improved very
      quickly. [420] I learned that a good argument is important, but trust is even more important.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 800,
    text: `Tell me about a time when something went wrong. [320] What did you do?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1500,
    text: `Um, [420] in March of two thousand and twenty one, one of our biggest suppliers closed without any
      warning. [480] We had three days to replace thirty tons of potatoes. [530] I was nervous, to be candid. [410] First I
      called every customer who depended on that delivery, because I think that people forgive a delay, but [450] they
      do not forgive silence. [500] Then I negotiated with four smaller farms. [380] The price was, uh, [300] nine percent
      higher, but we lost only one customer. [520] Since then we always keep a contingency plan, and we review it every
      January.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 700,
    text: `And what would you do differently now?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1000,
    text: `I would have asked for help earlier. [480] I tried to solve everything by myself, and [560] um, [270] on the
      second day I was exhausted. [430] {If I} [330] if I had shared the problem immediately, my team would have found two
      of those farms without me.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 750,
    text: `Why would you like to work for our company?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1200,
    text: `I have read about your new center in the north, and I was impressed by the way you measure quality. [500] In my
      present position I have reached a kind of plateau. [450] I would like to manage a larger operation, with perhaps
      fifty people, and [480] I also want to learn more about international transport. [520] I am a meticulous person,
      but I am pragmatic as well. [400] I believe that {these two} [300] this combination would be useful to you.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 650,
    text: `Thank you. [280] Do you have any questions for me?`,
  },
  {
    speaker: 'candidate',
    gapMs: 950,
    text: `Yes, just one. [430] What would you expect from me during the first ninety days?`,
  },
];
