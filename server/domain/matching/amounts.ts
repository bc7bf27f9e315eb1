import { lazy } from '../lazy.ts';

/** A quantity in a text: "a team of 10", "$2.5 million", "500+ guests", "30 %". Years are none of them. */
export interface Amount {
  value: number;
  /** What is counted: 'money', 'percent', a family of nouns below, or the noun itself. */
  kind: string;
  /** Offsets, end exclusive; with the words that compare: "more than 100 employees". */
  start: number;
  end: number;
}

/** Nouns that count the same thing; the first is its name. */
const families = [
  'people|persons?|employees?|staff|staffers?|workers?|direct reports?|reports|fte|ftes|subordinates?|personnel|headcount|team members?|members?|associates?|technicians?|engineers?|developers?|nurses?|aides?|cooks?|chefs?|agents?|representatives?|reps|analysts?|managers?|supervisors?|volunteers?|officers?|drivers?|teachers?|labou?rers?|professionals?|specialists?|accountants?|bookkeepers?|clerks?|salespeople|salespersons?|electricians?|craftsmen|crew|crews|contractors?|colleagues?|assistants?|administrators?|instructors?|trainers?|coaches|designers?|consultants?|recruiters?|operators?|servers|waiters?|soldiers?|sailors?|airmen|marines|interns?|mechanics?|carpenters?|workforce|hires|new hires|subcontractors?|apprentices?|tellers?|cashiers?',
  'guests?|covers|diners?|attendees?|participants?|visitors?|meals?|plates|seats?|patrons?|passengers?|seat',
  'customers?|clients?|accounts?|users?|subscribers?|policyholders?|members',
  'sites?|locations?|stores?|branches|branch|restaurants?|hotels?|shops?|outlets?|facilit(?:y|ies)|warehouses?|plants?|schools?|hospitals?|clinics?|countries|states|regions?|offices|properties|buildings?|campuses|units?|markets|cities|venues?|kitchens?|farms?',
  'students?|pupils?|children|learners?|kids|trainees?',
  'patients?|beds?|residents?|cases?',
  'calls?|tickets?|enquiries|inquiries|contacts?|requests?|emails?',
  'projects?|campaigns?|implementations?',
  'vehicles?|trucks?|cars?|vans?|lorries|tractors?|aircraft|buses',
  'machines?|workstations?|computers?|devices?|endpoints?|desktops?|laptops?|pcs|virtual machines',
  'items?|orders?|products?|skus?|articles?|parts?|shipments?|packages?|pallets?|boxes',
  'invoices?|transactions?|payments?|checks|cheques|claims?|loans?|returns',
  'events?|weddings?|conferences?|functions?',
  'acres?|hectares?',
  'words per minute|wpm',
  'square feet|sq\\.? ?ft\\.?|sf|square metres|square meters',
  'hours|flight hours',
  'miles?|kilometres|kilometers|km',
  'articles|publications|papers|blog posts',
  'vacancies|positions|roles|openings|requisitions',
] as const;

/** What may be counted as one thing under several names: a banquet for 600 people has 600 guests. */
const alike: Readonly<Record<string, readonly string[]>> = {
  people: ['people', 'vacancies'],
  guests: ['guests', 'people', 'customers'],
  customers: ['customers', 'guests'],
  students: ['students'],
  vacancies: ['vacancies', 'people'],
};

const familyNames = families.map((nouns) => /^[a-z ]+/.exec(nouns)![0]);
const nameOf = (family: string) =>
  ({ person: 'people', guest: 'guests', customer: 'customers', student: 'students' })[family] ?? family;

const numberWords: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
      .split(' ')
      .map((word, n) => [word, n + 2]),
  ),
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100 },
  ...{ 'a hundred': 100, 'one hundred': 100, hundreds: 200, 'a thousand': 1000, thousands: 2000 },
  ...{ dozen: 12, 'a dozen': 12, dozens: 24, multiple: 2, several: 3 },
};
const scales: Readonly<Record<string, number>> = {
  ...{
    k: 1e3,
    thousand: 1e3,
    hundred: 100,
    m: 1e6,
    mm: 1e6,
    mn: 1e6,
    mil: 1e6,
    mio: 1e6,
    million: 1e6,
    millions: 1e6,
  },
  ...{ b: 1e9, bn: 1e9, billion: 1e9, billions: 1e9 },
};

const number = `(?:\\d{1,3}(?:[,.’' ]\\d{3})+(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?|(?:${Object.keys(numberWords)
  .toSorted((a, b) => b.length - a.length)
  .join(
    '|',
  )})(?:[ -](?:one|two|three|four|five|six|seven|eight|nine|hundred|thousand))?(?! (?:of the|times)))`;
const scale = `(?:[ -]?(?:thousand|hundred|million|millions|billion|billions|bn|mn|mm|mil|mio|k|m|b)(?![\\p{L}\\p{N}]))?`;
const least =
  '(?:more than|over|at least|(?:a )?minimum(?: of)?|min\\.?|no (?:less|fewer) than|not less than|up to|exceeding|in excess of|greater than|above|about|around|approximately|approx\\.?|nearly|almost|as many as|average of|average|[>≥~±])';
const worth = '(?:worth|valued at|totall?ing)';
const more = '(?: ?\\+| or more| and (?:more|above|over)| plus)?';
const currency = '(?:[$€£¥₹]|USD|EUR|GBP|US\\$)';
const range = `(?: ?(?:-|–|to) ?${currency}?(${number}${scale}))?`;

const patterns = lazy(() => ({
  money: new RegExp(
    `(?:${worth} )?(?:${least} )?(?:${currency} ?(${number}${scale})|(${number}${scale}) ?(?:dollars?|euros?|pounds?|USD|EUR|GBP|€))${range}${more}`,
    'giu',
  ),
  percent: new RegExp(`(?:${least} )?(\\d+(?:[.,]\\d+)?)${range} ?(?:%|percent|per cent)${more}`, 'giu'),
  counted: new RegExp(
    `(?:${least} )?(?<![\\p{L}\\p{N}$€£.,/-])(${number}${scale})${range}${more}[ -](?:(?:of|direct|full|part|time|and|or|the|our|different|other|new|\\p{L}[\\p{L}&/-]*)[ -]){0,4}?(${families.join('|')})(?![\\p{L}\\p{N}]|-time)(?: (?:per|a|an|each|every) (?:day|night|evening|week|month|year|shift|annum|hour))?`,
    'giu',
  ),
  grouped: new RegExp(
    `\\b(teams?|staff|crews?|brigades?|departments?|workforce|headcount|groups?|classe?s?|parties|banquets|kitchens?|divisions?|squads?|platoons?|(?:sales|task|work|field) force)(?: size)?(?: of| with| size|:)* ?\\(?(?:${least} )?(${number})${range}${more}(?![\\p{N}%]| ?(?:years?|months?|days?|yrs?))`,
    'giu',
  ),
  manifold: /\bmulti-?(site|unit|location|store|state|branch|country|office)\b/giu,
}));

/** Follows a number that counts nothing: a version, a standard, a form, a class. */
const isName =
  /(?:\b(?:windows|office|java|python|iso|osha|sap|as|mac os|level|class|grade|section|part|article|form|version|v|series|type|phase|tier|stage|step|chapter|act|title|route|highway|room|suite|number|no\.?|#|category|cat|ages?|aged)\s?|#)$/i;

/** All quantities of a text, in its order. */
export function amountsIn(text: string): Amount[] {
  if (
    !/\d|hundred|thousand|dozen|multi|several|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)\b/i.test(
      text,
    )
  )
    return [];
  const found: Amount[] = [];
  const add = (match: RegExpExecArray, kind: string, ...numbers: (string | undefined)[]) => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (found.some((one) => start < one.end && end > one.start)) return;
    if (isName.test(text.slice(0, start))) return;
    // "2004 Board member"
    if (numbers.some((one) => one && /^(?:19|20)\d\d$/.test(one.trim())) && kind !== 'money') return;
    const values = numbers.flatMap((one) => (one ? [numberIn(one)] : []));
    // "1–2 million" are millions both.
    const value = Math.max(...values);
    if (value > 0 && Number.isFinite(value)) found.push({ value, kind, start, end });
  };
  const { money, percent, counted, grouped, manifold } = patterns();
  for (const match of text.matchAll(money)) add(match, 'money', match[1] ?? match[2], match[3]);
  for (const match of text.matchAll(percent)) add(match, 'percent', match[1], match[2]);
  for (const match of text.matchAll(counted)) add(match, kindOf(match[3]!), match[1], match[2]);
  for (const match of text.matchAll(grouped))
    add(
      match,
      /^class/i.test(match[1]!) ? 'students' : /^(?:part|banq)/i.test(match[1]!) ? 'guests' : 'people',
      match[2],
      match[3],
    );
  for (const match of text.matchAll(manifold)) add(match, kindOf(`${match[1]}s`), 'multiple');
  return found.toSorted((a, b) => a.start - b.start);
}

/** The least of a range is what is asked for. */
export const leastIn = (text: string): number => {
  const first = new RegExp(`${number}${scale}`, 'iu').exec(text);
  const all = amountsIn(text);
  return Math.min(
    ...all.map(({ value }) => value),
    first && all.length > 0 ? scaled(first[0], text) : Number.POSITIVE_INFINITY,
  );
};

/** "$1–2 million" */
function scaled(first: string, text: string): number {
  const value = numberIn(first);
  const unit = /\d ?(thousand|million|billion|bn|mn|mm|k|m|b)(?![\p{L}\p{N}])/iu
    .exec(text)?.[1]
    ?.toLowerCase();
  return unit && /^\d[\d.,]*$/.test(first) ? value * scales[unit]! : value;
}

function numberIn(written: string): number {
  const text = written.toLowerCase().trim();
  const digits = /^\d[\d.,’' ]*/.exec(text)?.[0].trim();
  const unit = scales[text.slice(digits?.length ?? 0).replaceAll(/[ -]/g, '')] ?? 1;
  if (digits !== undefined) {
    const plain = /^\d{1,3}(?:[,.’' ]\d{3})+(?:\.\d+)?$/.test(digits)
      ? digits.replaceAll(/[,’' ]|\.(?=\d{3}(?:\D|$))/g, '')
      : digits.replace(',', '.').replace(/\.$/, '');
    return Number(plain) * unit;
  }
  if (numberWords[text] !== undefined) return numberWords[text];
  const [first = '', second = ''] = text.split(/[ -](?=[a-z]+$)/);
  const ones = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].indexOf(second) + 1;
  const base = numberWords[first] ?? 0;
  return second in scales ? base * scales[second]! : base + ones;
}

const kinds = lazy(() =>
  families.map((nouns, n) => [new RegExp(`^(?:${nouns})$`, 'iu'), familyNames[n]!] as const),
);
const kindOf = (noun: string): string =>
  nameOf((kinds().find(([nouns]) => nouns.test(noun))?.[1] ?? noun).trim());

/** Whether an amount of the one kind may be set against one of the other. */
export const isComparable = (held: string, asked: string): boolean =>
  held === asked || (alike[asked]?.includes(held) ?? false);
