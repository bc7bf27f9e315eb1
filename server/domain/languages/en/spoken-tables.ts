/** What stands beside numbers and in abbreviations, and how it is said in English. */

export const signs: Readonly<Record<string, string>> = {
  '%': 'percent',
  '&': 'and',
  '+': 'plus',
  '@': 'at',
  '=': 'equals',
  '°': 'degrees',
  '#': 'number',
};

export const currencies: Readonly<Record<string, [one: string, many: string]>> = {
  $: ['dollar', 'dollars'],
  '€': ['euro', 'euros'],
  '£': ['pound', 'pounds'],
  '¥': ['yen', 'yen'],
};

/** Multiples, which come before the currency: "$64bn" is "sixty four billion dollars". */
export const multiples: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mm: 'million',
  mn: 'million',
  bn: 'billion',
  b: 'billion',
  tn: 'trillion',
  t: 'trillion',
};

export const multipleWords: ReadonlySet<string> = new Set([
  'hundred',
  'thousand',
  'million',
  'billion',
  'trillion',
]);

/** Units right behind a number; where a letter may be several, the likeliest first. */
export const units: Readonly<Record<string, readonly string[]>> = {
  k: ['thousand', 'K'],
  m: ['million', 'meters'],
  bn: ['billion'],
  tn: ['trillion'],
  mn: ['million'],
  km: ['kilometers'],
  kg: ['kilograms', 'kilos'],
  g: ['G', 'grams'],
  cm: ['centimeters'],
  mm: ['millimeters'],
  ml: ['milliliters'],
  l: ['liters'],
  ft: ['feet'],
  lb: ['pounds'],
  lbs: ['pounds'],
  mph: ['miles per hour'],
  kph: ['kilometers per hour'],
  kmh: ['kilometers per hour'],
  gb: ['gigabytes'],
  mb: ['megabytes'],
  tb: ['terabytes'],
  kb: ['kilobytes'],
  ghz: ['gigahertz'],
  mhz: ['megahertz'],
  hz: ['hertz'],
  kw: ['kilowatts'],
  mw: ['megawatts'],
  ms: ['milliseconds'],
  h: ['hours'],
  hr: ['hours'],
  hrs: ['hours'],
  min: ['minutes'],
  mins: ['minutes'],
  sec: ['seconds'],
  secs: ['seconds'],
  x: ['times', 'X'],
  am: ['A M'],
  pm: ['P M'],
  c: ['celsius', 'C'],
  f: ['fahrenheit', 'F'],
};

/** Said in full, with or without the stop. */
export const abbreviations: Readonly<Record<string, readonly string[]>> = {
  mr: ['mister'],
  mrs: ['missus'],
  dr: ['doctor', 'drive'],
  prof: ['professor'],
  jr: ['junior'],
  sr: ['senior'],
  vs: ['versus'],
  ltd: ['limited'],
  dept: ['department'],
  approx: ['approximately'],
  'e-mail': ['email'],
  'e-mails': ['emails'],
  'ph.d': ['P H D'],
  'ph.d.s': ["P H D's"],
  etc: ['etcetera'],
};

/** Said in full only where the stop is written: "co" and "no" are words. */
export const stopped: Readonly<Record<string, readonly string[]>> = {
  'st.': ['saint', 'street'],
  'co.': ['company', 'co'],
  'corp.': ['corporation', 'corp'],
  'inc.': ['inc', 'incorporated'],
  'no.': ['no', 'number'],
  'jan.': ['january'],
  'feb.': ['february'],
  'aug.': ['august'],
  'sept.': ['september'],
  'oct.': ['october'],
  'nov.': ['november'],
  'dec.': ['december'],
  'i.e.': ['I E', 'that is'],
  'e.g.': ['E G', 'for example'],
};
