import { wordings } from '../../explanation/measures.ts';
import { figures } from '../../explanation/recommendation.ts';
import type { StructureKind } from '../../grammar/range.ts';
import { clock } from '../../transcript/clock.ts';
import { languageName } from '../../transcript/language.ts';
import type { ReportedLevel } from '../types.ts';
import type { ReportTexts } from './types.ts';

const day = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));

const band: ReportTexts['band'] = ({ from, to, level, isLikeliest }) =>
  from === to ? level : `${from} to ${to}, ${isLikeliest ? 'most likely' : 'about'} ${level}`;

/** Nothing is told as certain. */
const percent = (probability: number): string =>
  probability > 0.99 ? 'over 99 %' : probability < 0.01 ? 'under 1 %' : `${Math.round(100 * probability)} %`;

const dimensions: ReportTexts['dimensions'] = {
  vocabulary: 'Vocabulary',
  fluency: 'Fluency',
  accent: 'Accent',
};

const basis = ({ basedOn }: ReportedLevel): string => {
  const names = basedOn.map((kind) => dimensions[kind].toLowerCase());
  return names.length > 1 ? names.join(' and ') : `${names[0]} alone`;
};

const structures: Record<StructureKind, string> = {
  past: 'past tense',
  continuous: 'continuous forms',
  future: 'future',
  comparison: 'comparisons',
  because: 'clauses of reason',
  when: 'clauses of time',
  if: 'conditions',
  relative: 'relative clauses',
  presentPerfect: 'present perfect',
  indirectQuestion: 'indirect questions',
  although: 'clauses of contrast',
  passive: 'passive',
  pastPerfect: 'past perfect',
  unreal: 'what would be or would have been',
};

export const english: ReportTexts = {
  title: { recruiter: 'Spoken language report', candidate: 'Your spoken language' },
  subtitle: ({ language, durationMs, createdAt }) =>
    `Interview in ${languageName(language)}, ${clock(durationMs)} minutes, ${day(createdAt)}`,
  sections: {
    recruiter: {
      answer: 'The answer',
      job: 'What the job asks for',
      reasons: 'Why: what moved the score most',
      measured: 'What the person showed here',
      askNext: 'What to ask next',
      cautions: 'Before you rely on it',
      about: 'What this report does not tell',
    },
    candidate: {
      wentWell: 'What went well',
      practise: 'What to practise',
      about: 'About this page',
    },
  },
  wordings,
  band,
  dimensions,
  level: (level) =>
    level.interval
      ? `Level ${band(level)} (${figures({ score: level.score, interval: level.interval })}), from ${basis(level)}.`
      : `Level ${level.level} (${level.score.toFixed(1)} of 5), from ${basis(level)}.`,
  noLevel: 'Neither vocabulary nor fluency could be scored, so no level is told.',
  sureness: {
    high: 'How sure: fairly sure. The true level lies in this range nine times in ten.',
    medium:
      'How sure: moderately. The true level lies in this range nine times in ten, and the range is wide.',
    low: 'How sure: not very. The range is so wide that it is a first impression only.',
  },
  dimension: (name, levels, of) => `${name}: ${band(levels)} (${figures(of)}).`,
  accent: (levels, of, hasLevel) =>
    `Accent, which is how easily sounds, stress and rhythm are understood: ${band(levels)} (${figures(of)}). It is ${hasLevel ? 'no part of the level above, and ' : ''}no criterion unless the job needs it.`,
  notScored: (name) => `${name} was not scored.`,
  job: ({ title, wording, level, probability, verdict }) => {
    const asks = `${title ? `“${title}”` : 'The job'} asks for ${wording === level ? wording : `“${wording}”, read as ${level}`}`;
    if (probability === null) return `${asks}. How probable that is cannot be told from what is kept.`;
    const told = {
      reached: 'this is very probably reached',
      notReached: 'this is very probably not reached',
      open: 'this is open',
    }[verdict];
    return `${asks}: ${told} (probability of ${level} or higher: ${percent(probability)}).`;
  },
  jobMeans: 'Only the level above is compared; a job may need other skills, too.',
  asksNothing: (language) => `The job asks for no level of ${languageName(language)}, so none is compared.`,
  raises: (told) => `Raises the score: the candidate ${told}.`,
  lowers: (told) => `Lowers the score: the candidate ${told}.`,
  can: {
    production: 'Can say enough in the time',
    variety: 'Can vary the words',
    repairs: 'Can go on without starting over often',
    pauses: 'Can go on without stopping often',
    runs: 'Can talk in connected stretches',
    speed: 'Can speak quickly enough',
  },
  structures: (kinds) => `Grammar used without a slip: ${kinds.map((kind) => structures[kind]).join(', ')}.`,
  slip: (wrong, right) =>
    `A slip of grammar: “${wrong}”, better “${right}”. Most slips are not found, so it says nothing of how many there were.`,
  measured: (can, name, usual) => `${can}: ${name} (usual at B2: ${usual}).`,
  clearWords: (clear, all) => `Of ${all} words whose sounds could be judged, ${clear} were clear.`,
  quotations: 'Quotations are what a computer heard, and some of their words may be wrong.',
  noReasons: 'No reasons are kept: the submission asked for no analysis, or it was deleted.',
  ask: {
    production:
      'Ask for a longer story (“Tell me about a day that went wrong”), and see whether more comes when nobody interrupts.',
    variety: 'Ask about a subject outside the CV, and hear whether the words still vary.',
    rarity: 'Ask for a detail of the person’s own field, and hear whether the exact terms come.',
    repairs:
      'Give a minute to prepare, ask again, and hear whether sentences are then finished at the first try.',
    pauses:
      'Ask one easy question and one hard one: pauses that come with the hard one alone are thinking, not language.',
    runs: 'Ask for an explanation in steps, and hear whether the sentences hang together.',
    speed: 'Ask something familiar, and hear whether the pace rises.',
  },
  askTwoVoices: 'Listen to the recording first: two people may have been scored as one.',
  askForMore:
    'For a level, let the person talk freely for some minutes, close to the microphone, and have that recording scored.',
  askAboutLevel: ({ level }) =>
    `Whether ${level} is reached is open: talk freely for ten more minutes on new subjects, and have that scored, too.`,
  askAboutRepeated: (first, again) =>
    `Ask for what is said at ${first} and again at ${again} in other words.`,
  askMore:
    'No measure calls for a question of its own. Ask something nobody prepares for, such as what the person would do differently.',
  cautions: {
    twoVoices: 'Two people may have been scored as one. Listen before you rely on these figures.',
    candidateUnsure: 'It is not certain which speaker is the candidate. Check it against the transcript.',
    misheard: (percent) =>
      `About ${percent} % of the candidate’s words were probably misheard, so the figures are less sure.`,
    repeated: (words) =>
      `About ${words} words are said a second time almost word for word, as with text that is read or learned by heart, or an answer that was asked for twice.`,
    beyondNorms:
      'The speakers these scales were made with were rated up to B2: how far above it somebody lies is an estimate.',
    analysis: '',
  },
  about: {
    recruiter: [
      'Levels are those of the Common European Framework: A1 and A2 basic, B1 and B2 independent, C1 and C2 proficient.',
      'Not scored: grammar, of which only what is certain is quoted. Not measured: whether answers are right or to the point, listening, reading and writing.',
      'It says how somebody spoke in one recording. Whom to hire is for people to decide.',
    ],
    candidate: [
      'Thank you for the interview. This page is about how you spoke in one recording: vocabulary, fluency and how clear your words were. It does not judge your answers, and it is no decision about you.',
      'A microphone, a bad line or nerves can change the figures. Ask the people who interviewed you if something looks wrong.',
    ],
  },
  candidate: {
    sayInstead: (wrong, right) => `Say “${right}” instead of “${wrong}”.`,
    aboutB2:
      'B2 is the fourth of six levels of the Common European Framework for languages: people at B2 use a language independently.',
    longStretch: 'Here you kept going without a break: build on that.',
    sound: (example, ipa) => `${example} (${ipa})`,
    practiseSounds: (sounds) =>
      `For clearer words, practise ${sounds.join(' and ')}: slowly first, then in a whole sentence.`,
    nothingToPractise:
      'No single measure stands out as something to work on; longer talks on new topics are the way to go further.',
    rough: 'The recording allows only rough measures, so take these hints as such.',
    top: 'You lie above the speakers these scales were made with, so they have nothing to advise.',
    tooLittle: 'There was too little of your speech, or it was too unclear, to say more about it.',
  },
};
