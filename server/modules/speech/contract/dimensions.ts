import { type Static, Type } from 'typebox';
import {
  idOf,
  list,
  listOf,
  map,
  named,
  number,
  object,
  orNull,
  pair,
  ref,
  share,
  text,
  whole,
} from '../../shapes/schema.ts';
import { CefrLevel, level, onScale, percent, score } from '../../shapes/scores.ts';
import { accentFeatures, fluencyFeatures, vocabularyFeatures } from '../feature-guide.ts';
import { times } from './transcript.ts';

const Feature = Type.Object(
  {
    value: number('As measured, four decimals.'),
    unit: text('Of `value`, and of `mean` and `sd` of the norm.'),
    norm: orNull(
      object('What is usual, for comparison: no pass mark. Null where no norm is known.', {
        mean: number('Mean of the norm group.'),
        sd: number('Standard deviation within the norm group.', { minimum: 0 }),
        source: text('Who the norm group is.'),
      }),
    ),
  },
  { $id: 'Feature', description: 'One measure of how somebody speaks.' },
);

const Evidence = Type.Object(
  {
    feature: text('Which of `features` it is an example of.'),
    text: text('What the candidate said there.'),
    ...times,
    note: Type.Optional(text('What it is an example of, for people.')),
  },
  { $id: 'SpokenEvidence', description: 'A place that can be listened to.' },
);

export const Calibration = Type.Object(
  {
    id: text('Name and number of the calibration. A score of another calibration does not compare exactly.'),
    sha256: text('SHA-256 of its file, in hexadecimal.'),
  },
  {
    $id: 'Calibration',
    description: 'The figures that turned measures into a result; they come with the installation.',
  },
);

export const Confidence = Type.Enum(['high', 'medium', 'low'], {
  $id: 'Confidence',
  description: 'How sure something is.',
});
const noScore = 'Null where there is no score; then `reason` says why.';

const features = (known: Readonly<Record<string, { unit: string; says: string }>>, when: string) =>
  orNull(
    Type.Unsafe<Record<string, Static<typeof Feature>>>(
      Type.Object(
        Object.fromEntries(
          Object.entries(known).map(([name, { unit, says }]) => [
            name,
            Type.Optional(ref(Feature, `${says} Unit: ${unit}.`)),
          ]),
        ),
        {
          additionalProperties: { $ref: idOf(Feature) },
          description: `What was measured, by name. ${when} A measure that could not be made is missing; others may be added. ${noScore}`,
        },
      ),
    ),
  );

/** What all three dimensions have. */
const common = {
  score: score('The score', noScore),
  cefr: level('score', noScore),
  percent: percent('score', noScore),
  interval: orNull(
    pair(
      Type.Number(onScale),
      `90 % interval of the score: its lower and upper end, on the same scale. ${noScore}`,
    ),
  ),
  cefrRange: orNull(pair(named(CefrLevel), `First and last level that \`interval\` reaches. ${noScore}`)),
  confidence: orNull(
    ref(
      Confidence,
      `By the wider side of the interval: high up to 0.75, medium up to 1.5, low beyond. ${noScore}`,
    ),
  ),
  evidence: orNull(
    listOf(
      Evidence,
      `Examples that can be listened to; \`[]\` where nothing stands out, and once the transcript was deleted. ${noScore}`,
    ),
  ),
  cefrPosterior: orNull(
    Type.Unsafe<Record<Static<typeof CefrLevel>, number>>(
      map(
        share('Probability of this level.'),
        `Probability of each level, Pre-A1 to C2, given score and interval; they sum to 1 but for rounding. ${noScore}`,
      ),
    ),
  ),
  calibration: orNull(ref(Calibration, `What turned the measures into this score. ${noScore}`)),
  warnings: orNull(
    list(Type.String(), `What makes the score less certain than usual, in sentences for people. ${noScore}`),
  ),
  reason: Type.Optional(
    text('Why there is no score, for people: every other field is null then. Absent where there is one.'),
  ),
};

type Common = typeof common & { features: ReturnType<typeof features> };
type Said<Fields extends Type.TProperties> = Omit<Static<Type.TObject<Fields>>, 'reason'>;
/** All of a dimension's fields; or, where there is no score, null in those that all have, and why. */
type Scored<Own extends Type.TProperties> = {
  [Field in keyof Said<Common & Own>]: NonNullable<Said<Common & Own>[Field]>;
};
export type Unscored = { [Field in keyof Said<Common>]: null } & { reason: string };

const dimension = <Own extends Type.TProperties>(
  own: Own & Pick<Common, 'features'>,
  options: Type.TObjectOptions,
) => Type.Unsafe<Scored<Own> | Unscored>(Type.Object({ ...common, ...own }, options));

const RareWord = Type.Object(
  {
    word: text('As said.'),
    lemma: text('Its dictionary form, lower case; outside English the commonest form with the same stem.'),
    rank: whole(
      'Place of the word or its dictionary form in the list of word frequencies, whichever is commoner; 1 is the commonest word.',
      {
        minimum: 1,
      },
    ),
    ...times,
    sentence: text('The words around it.'),
  },
  { $id: 'RareWord', description: 'A content word that is not among the 2,000 commonest.' },
);

const RepeatedPhrase = Type.Object(
  {
    text: text('The phrase: three words, lower case.'),
    count: whole('How often it is said.', { minimum: 3 }),
    startMs: list(
      Type.Integer({ minimum: 0 }),
      'Where it begins each time, in milliseconds from the beginning of the recording; the first ten.',
    ),
  },
  { $id: 'RepeatedPhrase', description: 'A phrase that comes again and again.' },
);

const ofVocabulary = {
  features: features(vocabularyFeatures, ''),
  rareWords: Type.Optional(
    listOf(
      RareWord,
      'Less common words that were surely heard, rarest first; at most 40. Absent where there is no score.',
    ),
  ),
  repeatedPhrases: Type.Optional(
    listOf(
      RepeatedPhrase,
      'Phrases surely heard three times or more, most often first; at most 20. Absent where there is no score.',
    ),
  ),
};
export const VocabularyAnalysis = dimension(ofVocabulary, {
  $id: 'VocabularyAnalysis',
  description: 'How wide and varied the candidate’s words are.',
});

const Pause = Type.Object(
  {
    ...times,
    place: Type.Enum(['midClause', 'endClause', 'unknown'], {
      description:
        'midClause: inside a clause, where a word is looked for. endClause: between clauses. unknown: clauses of the language are not known.',
    }),
    before: text('The words before it; doubtful ones in [brackets?].'),
    after: text('The words after it; doubtful ones in [brackets?].'),
  },
  { $id: 'Pause', description: 'A silence of 250 ms or more inside a turn of the candidate.' },
);

const Filler = Type.Object(
  { text: text('As recognised: "uh", "um".'), ...times },
  { $id: 'Filler', description: 'A filled pause.' },
);

const Repair = Type.Object(
  {
    kind: Type.Enum(['repetition', 'restart'], {
      description: 'repetition: the same words again at once. restart: begun anew in other words.',
    }),
    text: text('From the first attempt to the end of the second.'),
    abandoned: text('What of it was taken back; doubtful words in [brackets?].'),
    ...times,
  },
  { $id: 'Repair', description: 'A place where the candidate said something again or began anew.' },
);

const Hesitations = Type.Object(
  {
    counts: object('Of the whole interview; the lists hold at most 300 each.', {
      pauses: whole('Pauses.'),
      fillers: whole('Filled pauses.'),
      repairs: whole('Repairs, those that may be misheard included.'),
    }),
    pauses: listOf(Pause, 'The longest, in time order.'),
    fillers: listOf(Filler, 'The first, in time order.'),
    repairs: listOf(Repair, 'The first of those that were surely heard, in time order.'),
  },
  {
    $id: 'Hesitations',
    description: 'Where the candidate hesitated. The lists are empty once the transcript was deleted.',
  },
);

const ofFluency = {
  features: features(fluencyFeatures, ''),
  hesitations: Type.Optional(
    ref(Hesitations, 'Where the candidate hesitated. Absent where there is no score.'),
  ),
};
export const FluencyAnalysis = dimension(ofFluency, {
  $id: 'FluencyAnalysis',
  description: 'How smoothly the candidate speaks.',
});

const gop = (of: string) =>
  number(
    `Goodness of pronunciation: how much less likely ${of} than the likeliest one for the sound, as a natural logarithm, three decimals. 0 is best; the lower, the less clear.`,
  );

const PronouncedWord = Type.Object(
  { text: text('As recognised.'), ...times, gop: gop('its phones are, on average,') },
  { $id: 'PronouncedWord', description: 'How clearly a word was said.' },
);

const PronouncedPhone = Type.Object(
  {
    phone: text('In ARPAbet, lower case, without stress: "th", "ae".'),
    ipa: Type.Optional(
      text(
        'The same in IPA: "θ", "æ". Absent in results of earlier versions, and for sounds that are none of English.',
      ),
    ),
    count: whole('How often it was said.', { minimum: 1 }),
    gop: gop('it is, on average,'),
  },
  { $id: 'PronouncedPhone', description: 'How clearly a phone was said over the whole interview.' },
);

const onlyAligned =
  'Absent where there is no score, and in languages that no aligner knows (all but English as installed).';

const ofAccent = {
  features: features(
    accentFeatures,
    'Measures of phones where an aligner knows the language (English as installed), else measures of melody, loudness and rhythm.',
  ),
  words: Type.Optional(
    listOf(
      PronouncedWord,
      `Words that were surely heard, in time order; empty once the transcript was deleted. ${onlyAligned}`,
    ),
  ),
  phones: Type.Optional(
    listOf(PronouncedPhone, `Every phone that was said, the least clear first. ${onlyAligned}`),
  ),
};
export const AccentAnalysis = dimension(ofAccent, {
  $id: 'AccentAnalysis',
  description:
    'How easily the candidate’s sounds, stress and rhythm are understood; no distance from any one accent. No criterion unless a job needs it.',
});

export type VocabularyAnalysis = Static<typeof VocabularyAnalysis>;
export type FluencyAnalysis = Static<typeof FluencyAnalysis>;
export type AccentAnalysis = Static<typeof AccentAnalysis>;

/** Of any kind, with what only one kind has. */
export type ScoredDimension = Scored<typeof ofVocabulary & typeof ofFluency & typeof ofAccent>;
export type AnyDimension = ScoredDimension | Unscored;
