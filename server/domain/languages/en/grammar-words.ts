/** English words that grammar is told by. Lists are closed: what is not in them is not judged. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** `base past participle`; one form where both are the same. */
const irregular = `be was been|become became become|begin began begun|break broke broken|bring brought|build built|buy bought|catch caught
choose chose chosen|come came come|do did done|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feel felt|find found|fly flew flown
forget forgot forgotten|get got|give gave given|go went gone|grow grew grown|have had|hear heard|hold held|keep kept|know knew known|leave left
lose lost|make made|mean meant|meet met|pay paid|run ran run|say said|see saw seen|sell sold|send sent|sing sang sung|sit sat|sleep slept
speak spoke spoken|spend spent|stand stood|swim swam swum|take took taken|teach taught|tell told|think thought|understand understood|wake woke woken
wear wore worn|win won|write wrote written`;

/** Verbs whose forms are the rule's. */
const regular = `agree allow answer apply arrange arrive ask attend believe call care carry cause change check clean close collect compare complete
continue cook create dance decide depend describe develop die discuss enjoy enter expect explain finish follow graduate happen hate help hope improve
include increase invite join learn like listen live look love manage marry miss move need open organise organize own pass plan play practise practice
prefer prepare produce promise provide reach receive remember rent repeat reply rest return save seem serve share show solve start stay stop study
support talk tend travel try turn use visit wait walk want wash watch wish work worry`;

const doubling = words('plan prefer stop');

function withEd(base: string): string {
  if (base.endsWith('e')) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return doubling.has(base) ? `${base}${base.at(-1)}ed` : `${base}ed`;
}

export function ingOf(base: string): string {
  if (base === 'be' || base === 'see' || base === 'agree') return `${base}ing`;
  if (base === 'die') return 'dying';
  if (base.endsWith('e')) return `${base.slice(0, -1)}ing`;
  return doubling.has(base) || /^(?:begin|forget|get|run|sit|swim|win)$/.test(base)
    ? `${base}${base.at(-1)}ing`
    : `${base}ing`;
}

export function thirdPersonOf(base: string): string {
  if (base === 'have') return 'has';
  if (base === 'be') return 'is';
  if (/(?:s|sh|ch|x|z|o)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

interface VerbForms {
  base: string;
  past: string;
  participle: string;
}

const verbs: readonly VerbForms[] = [
  ...irregular.split(/[|\n]/).map((row) => {
    const [base = '', past = '', participle = past] = row.trim().split(' ');
    return { base, past, participle };
  }),
  ...[...words(regular)].map((base) => ({ base, past: withEd(base), participle: withEd(base) })),
];

const by = (form: (verb: VerbForms) => string): ReadonlyMap<string, VerbForms> =>
  new Map(verbs.filter(({ base }) => base !== 'be').map((verb) => [form(verb), verb]));

export const verbByBase = by(({ base }) => base);
export const verbByPast = by(({ past }) => past);
export const verbByParticiple = by(({ participle }) => participle);
export const verbByThirdPerson = by(({ base }) => thirdPersonOf(base));
export const verbByIng = by(({ base }) => ingOf(base));

/** Forms that no verb has, as learners make them by the rule: "goed", "teached". */
export const overregular: ReadonlyMap<string, string> = new Map(
  [...irregular.split(/[|\n]/)].flatMap((row) => {
    const [base = '', past = '', participle = past] = row.trim().split(' ');
    // "Leaved", "seed" and "weared" may be other words, or heard for them.
    return words('be become come fall get fly hear leave mean pay read run see sit stand wake wear win').has(
      base,
    )
      ? []
      : [[withEd(base), past === participle ? past : `${past} or ${participle}`] as const];
  }),
);

const irregularPlurals = new Map([
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ['person', 'people'],
  ['life', 'lives'],
  ['wife', 'wives'],
]);

function pluralOf(noun: string): string {
  const irregularForm = irregularPlurals.get(noun);
  if (irregularForm) return irregularForm;
  if (/(?:s|sh|ch|x)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

const countable =
  words(`activity animal apartment apple bag bank bird boat book box boy brother building bus cake car cat chair child choice
church city class colleague college color colour company computer country course customer cousin daughter day difference doctor dog door egg email
employee event example exam experiment eye factory farm father festival film flower foreigner friend game garden girl goal grandfather grandmother
guest habit hobby holiday hospital hotel hour house husband idea interview island job key kid lake language lesson letter library machine man meal
meeting member mile minute mistake moment month mother mountain movie museum neighbor neighbour newspaper office opinion parent park person phone photo
picture place plan plant player problem product program programme project question reason restaurant room rule school season second shop sister skill
song son station store story street student subject suggestion task teacher team test thing ticket tourist town tradition train tree trip uncle university
visitor week weekend wife window woman word worker year`);

/** Plural by singular, of common nouns that are counted. */
export const plurals: ReadonlyMap<string, string> = new Map(
  [...countable].map((noun) => [noun, pluralOf(noun)]),
);
export const singulars: ReadonlyMap<string, string> = new Map(
  [...plurals].map(([noun, plural]) => [plural, noun]),
);

/** Plurals that English has not, and what is said instead. */
export const falsePlurals: ReadonlyMap<string, string> = new Map([
  ['advices', 'advice'],
  ['baggages', 'baggage'],
  ['childrens', 'children'],
  ['childs', 'children'],
  ['equipments', 'equipment'],
  ['furnitures', 'furniture'],
  ['homeworks', 'homework'],
  ['housings', 'housing'],
  ['informations', 'information'],
  ['knowledges', 'knowledge'],
  ['luggages', 'luggage'],
  ['musics', 'music'],
  ['sceneries', 'scenery'],
  ['softwares', 'software'],
  ['traffics', 'traffic'],
  ['womans', 'women'],
]);

/** Nouns that stand without "a" and with "much". */
export const uncountable = words('advice equipment furniture homework information luggage software traffic');

export const quantities = words('many several few');

export const numbers = words(
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty',
);

export const modals = words(
  "can could will would should must can't cannot couldn't won't wouldn't shouldn't mustn't",
);
export const doForms = words("do does did don't doesn't didn't");

/** Behind these a verb in its base form is right, whatever the subject: "did he go", "let her go", "suggest he go". */
export const takesBase = words(
  `${[...modals].join(' ')} ${[...doForms].join(' ')} shall may might let lets make makes made making help helps helped helping see sees saw seen seeing hear
  hears heard watch watches watched watching feel felt have had having suggest suggests suggested recommend recommends recommended insist insists insisted
  demand demands demanded require requires required propose proposes proposed request requested ask asked important essential necessary vital crucial lest
  wish rather i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll to`,
);

/** What may follow a noun that ends its phrase; behind anything else it may be the first part of a compound. */
export const afterNoun = words(
  'ago in at on and but because so i he she we they it is are was were when which that who with for from of than before after there here now then if',
);

export const prepositions = words(
  'about above after against among around as at before behind below beside between by except for from in into like near of off on onto over since than through to towards under until with without',
);

/** How words that are spoken as words begin. */
const onset =
  /^(?:[aeiou]|(?:[bcfgp][lr]|[cgpstw]h|[dtw]r|[dst]w|[kg]n|s[cklmnpt]|sc[hr]|sp[lr]|st?r|shr|thr|squ?|qu|[^aeiou])[aeiouy])/;

/** Whether a written word begins with the sound of a vowel; null for abbreviations and for what may be either. */
export function startsWithVowelSound(form: string): boolean | null {
  // Letters that are spelt ("an MBA") have no vowel early on.
  if (!/^[a-z]{3,}$/.test(form) || !onset.test(form)) return null;
  if (/^(?:hour|honest|honor|honour|heir)/.test(form)) return true;
  if (/^(?:herb|histor|hotel|hyster|habit|y|one|once|eu|ewe|u[a-z][aeiou]|url|usa)/.test(form)) return null;
  return /^[aeiou]/.test(form);
}

export const comparatives: ReadonlySet<string> =
  words(`better bigger brighter cheaper cleaner clearer cleverer closer colder cooler darker deeper easier
faster fatter fewer funnier happier harder healthier heavier higher hotter larger lighter longer louder lower luckier nicer noisier older poorer prettier
quicker quieter richer safer sharper shorter simpler slower smaller smarter softer stronger sweeter taller thicker thinner tighter tougher uglier warmer
weaker wider worse younger`);

export const superlatives: ReadonlySet<string> =
  words(`best biggest brightest cheapest cleanest closest coldest darkest deepest easiest fastest funniest
happiest hardest healthiest heaviest highest hottest largest longest loudest lowest luckiest nicest noisiest oldest poorest prettiest quickest quietest richest
safest shortest simplest slowest smallest smartest strongest tallest warmest weakest widest worst youngest`);

export const weekdays = words('monday tuesday wednesday thursday friday saturday sunday');
