/**
 * Words that mean another thing in certain company: a bank reconciliation is no banking, the "H: drive" drives nothing. By the word as it is
 * written; what follows it, and what stands before it.
 */
const behind: Readonly<Record<string, RegExp>> = {
  networked: /^ (?:with|among|at)/iu,
  bank: /^s? ?(?:and|&|or|\/|,)? ?(?:credit card|account|general ledger|cash|visa|\p{L}+)? ?(?:and|&)? ?(?:reconcil|statement|account|deposit|balanc|holiday|detail|feed|transaction|confirmation|draft|transfer|error)/iu,
  banks: /^ (?:reconcil|statement|account|deposit|balanc)/iu,
  drive:
    /^s? ?(?:sales|revenue|growth|results?|change|business|improve|innovation|profit|performance|traffic|engagement|adoption|value|efficienc|strategy|customer|team|the (?:business|sales|team)|success|analys|space|and )/iu,
  drove:
    /^ ?(?:up|down|sales|revenue|growth|results?|change|business|improve|innovation|profit|performance|costs?|traffic|engagement|adoption|strategy|the (?:business|sales|team))/iu,
  driving:
    /^ ?(?:sales|revenue|growth|results?|change|business|improve|innovation|profit|performance|traffic|engagement|adoption|value|efficienc|force|strategy|customer|team|range|school|success|and )/iu,
  driver: /^s? (?:of|for|behind|updates?|installation|software|licen)/iu,
  drivers: /^ (?:of|for|behind|licen)/iu,
  acting: /^ (?:as|in|on|\p{Lu}|manager|director|supervisor|head|lead|chief|principal)/u,
  pilot: /^ (?:plants?|programs?|programmes?|projects?|study|studies|tests?|schemes?|phase|runs?)/iu,
  oil: /^ (?:changes?|paint|filters?)/iu,
  budget: /^ (?:flights?|airlines?|hotels?|hostels?|travel|friendly|brands?|ranges?|cars?)\b/iu,
  concrete: /^ (?:results?|plans?|steps?|examples?|goals?|ideas?)/iu,
  interpreting:
    /^ (?:data|results?|tests?|financial|reports?|polic|the|laws?|blueprints?|drawings?|statist|and )/iu,
  filing: /^ (?:tax|of tax|return|claims?|for|bankruptcy)/iu,
  sourcing: /^ (?:candidates?|talent|resumes?|applicants?|of candidates?)/iu,
  writing: /^ (?:code|software|sql|scripts?|queries)/iu,
  drawing: /^s? (?:blood|on|up)/iu,
  recruiting:
    /^ (?:donors?|volunteers?|members|clients|customers|children|famil|students?|participants?|patients?)/iu,
  recruitment:
    /^ (?:of|for) (?:donors?|volunteers?|members|clients|customers|children|famil|students?|participants?|patients?)/iu,
  till: /^ (?:date|now|the|then|\d|today|present)/iu,
  trial: /^ balances?/iu,
  trials: /^ balances?/iu,
  press: /^ (?:brakes?|operators?|fit|machines?)/iu,
  law: /^ (?:enforcement|students?)/iu,
  theatre: /^ (?:nurse|staff|list)/iu,
  insurance: /^ (?:verification|cards?|benefits?|claims? forms?|premiums?)/iu,
  framing: /^ (?:the|of)/iu,
  music: /^ ?(?:videos? on|streaming)/iu,
};
const before: Readonly<Record<string, RegExp>> = {
  bank: /\b(?:blood|food|data|power|test|item|memory|west|left) $/iu,
  drive:
    /(?:\b\p{L}:["”']? ?|\b(?:hard|disk|flash|shared|usb|blood|food|fund|test|tape|thumb|network|google|membership|donation|four-wheel|clothing|toy|book|recruitment) )$/iu,
  drives:
    /\b(?:hard|disk|flash|shared|usb|blood|food|fund|test|tape|thumb|network|membership|donation|clothing|toy|book) $/iu,
  mining: /\b(?:data|text|process|opinion) $/iu,
  networking: /\b(?:social|professional|business|peer|community|strong|active) $/iu,
  architecture:
    /\b(?:software|information|system|systems|enterprise|solution|data|network|it|application|cloud|technical|microservices?) $/iu,
  architect:
    /\b(?:software|solutions?|systems?|enterprise|data|network|it|information|application|cloud|technical|security|platform|integration) $/iu,
  editing: /\b(?:photo|video|film|image|audio|sound) $/iu,
  theatre: /\b(?:operating) $/iu,
  theatres: /\b(?:operating) $/iu,
  painting: /\b(?:house|spray|body|exterior|interior|wall|touch-up) $/iu,
  drawing: /\b(?:blood|technical|engineering|shop|cad|construction) $/iu,
  engineering: /\b(?:social|reverse|financial) $/iu,
  cooking: /\b(?:hobb(?:y|ies):?|enjoy) $/iu,
  cloud: /\b(?:word|tag) $/iu,
  agent: /\b(?:change|cleaning) $/iu,
  farm: /\b(?:server|wind|solar|click|render) $/iu,
  farms: /\b(?:server|wind|solar) $/iu,
  production: /\b(?:into|in|to) $/iu,
  trading: /\b(?:insider) $/iu,
  chef: /\b(?:using|with|puppet,|ansible,) $/iu,
};

/** Whether a word at a place of a text is used in another sense than its name has. */
export function isOtherSense(form: string, text: string, start: number, end: number): boolean {
  const [follows, leads] = [behind[form], before[form]];
  return (follows?.test(text.slice(end)) ?? false) || (leads?.test(text.slice(0, start)) ?? false);
}
