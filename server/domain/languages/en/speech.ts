/** English words of conversation. The measures that use them are explained or scored by English norms, whatever the language. */

export const hedges: readonly (readonly string[])[] = [
  ['maybe'],
  ['perhaps'],
  ['probably'],
  ['possibly'],
  ['somehow'],
  ['basically'],
  ['kind', 'of'],
  ['sort', 'of'],
  ['i', 'think'],
  ['i', 'guess'],
  ['i', 'suppose'],
  ['more', 'or', 'less'],
  ['or', 'something'],
  ['you', 'know'],
];

export const lightVerbs: ReadonlySet<string> = new Set([
  'do',
  'get',
  'give',
  'go',
  'have',
  'make',
  'put',
  'take',
]);

export const subjectPronouns: ReadonlySet<string> = new Set([
  'i',
  'you',
  'he',
  'she',
  'it',
  'we',
  'they',
  'there',
  'this',
  'that',
]);

export const openers: ReadonlySet<string> = new Set([
  'so',
  'then',
  'because',
  'although',
  'though',
  'while',
  'when',
  'where',
  'if',
  'unless',
  'until',
  'since',
  'which',
  'who',
  'after',
  'before',
]);

export const possessives: ReadonlySet<string> = new Set(['my', 'your', 'his', 'her', 'its', 'our', 'their']);

/** Words people double for emphasis or by grammar, which is no repair: "very very good", "that that". */
export const doubled: ReadonlySet<string> = new Set([
  'very',
  'really',
  'so',
  'no',
  'yes',
  'had',
  'that',
  'more',
  'many',
  'bye',
  'far',
  'well',
  'okay',
]);

export const restartable: ReadonlySet<string> = new Set(['i', 'he', 'she', 'it', 'we', 'they', 'you']);

/** Their full stop ends no sentence; neither does that of an initial ("J."). */
export const abbreviation = /^(?:mr|mrs|ms|dr|prof|st|vs|etc|no|inc|ltd|e\.g|i\.e|[a-z](?:\.[a-z])*)\.$/i;

/** Behind a pronoun said twice they make two sentences: "I think I know". */
export const opinionVerbs: ReadonlySet<string> = new Set(
  'think know guess believe mean said hope say feel thought'.split(' '),
);

/** Of telephone numbers and years: "two two seven", "twenty twenty". */
export const numberWords: ReadonlySet<string> = new Set(
  'oh zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety'.split(
    ' ',
  ),
);

/** Words that join thoughts by what they say of them, each phrase as it is said. "And" is left out: it is common and tells little. */
const connectivesByKind = {
  cause: ['because', 'so', 'therefore', 'as a result', 'that is why', 'in order to'],
  contrast: ['but', 'although', 'though', 'however', 'while', 'whereas', 'on the other hand'],
  condition: ['if', 'unless'],
  order: ['when', 'then', 'first', 'finally', 'after that'],
  addition: ['also', 'in addition', 'as well as'],
  example: ['for example', 'for instance'],
} as const;

export const connectiveKinds = ['cause', 'contrast', 'condition', 'order', 'addition', 'example'] as const;
export type ConnectiveKind = (typeof connectiveKinds)[number];

export const kindOfConnective: ReadonlyMap<string, ConnectiveKind> = new Map(
  connectiveKinds.flatMap((kind) => connectivesByKind[kind].map((text) => [text, kind] as const)),
);
export const connectives: readonly string[] = [...kindOfConnective.keys()];

/** Free talk has many of them, text that is read few. */
export const discourseMarkers: readonly string[] = [
  'well',
  'yeah',
  'okay',
  'ok',
  'right',
  'actually',
  'basically',
  'you know',
  'i mean',
  'kind of',
  'sort of',
];

/** "I'm", "don't", "we've". */
export const contraction = /'(?:m|s|re|ve|ll|d|t)$/;
