/**
 * British spellings and the American ones of the same words. Stems are listed where a bare rule would make two words one
 * ("filled" and "filed", "four" and "for").
 */
const rules: readonly (readonly [british: RegExp, american: string])[] = [
  [
    /(arb|arm|avi|cand|clam|col|dem|enam|endeav|fav|ferv|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|sav|splend|succ|tum|val|vap|vig)our/,
    '$1or',
  ],
  [
    /(?<!prom|prem|fran)(al|an|ar|as|at|el|em|en|er|et|gn|ic|il|im|in|it|ol|om|or|og)is(e|es|ed|ing|er|ers|able|ation|ations|ational)$/,
    '$1iz$2',
  ],
  [/(anal|catal|paral|electrol)ys(e|es|ed|ing|er|ers)$/, '$1yz$2'],
  [/(calib|cent|fib|lit|lust|mag|meag|met|mit|sab|scept|somb|spect|theat)re(s?)$/, '$1er$2'],
  [/centr(ed|ing)$/, 'center$1'],
  [/(anal|catal|dial|epil|monol|prol)ogue(s?)$/, '$1og$2'],
  [/(def|off|pret)ence(s?)$/, '$1ense$2'],
  [/^licenc/, 'licens'],
  [/^practis/, 'practic'],
  [
    /(cancel|channel|counsel|dial|equal|fuel|jewel|label|level|libel|marvel|model|panel|pedal|quarrel|rival|signal|total|travel|tunnel|unravel)l(ed|ing|er|ers|or|ors|ous|ery)$/,
    '$1$2',
  ],
  [/^(enrol|fulfil|instal|skil|wil)(s|ment|ments|ful|fully)$/, '$1l$2'],
  [/^programme(s?)$/, 'program$1'],
  [/^(a?)grey/, '$1gray'],
  [/^tyre(s?)$/, 'tire$1'],
  [/^plough/, 'plow'],
  [/^cheque(s?)$/, 'check$1'],
  [/^(s?)mould/, '$1mold'],
  [/(an|orthop|p)ae(d|m|sth)/, '$1e$2'],
  [/^haem/, 'hem'],
  [/^leukaem/, 'leukem'],
  [/^archaeo/, 'archeo'],
  [/^encyclopaed/, 'encycloped'],
  [/^foet/, 'fet'],
  [/^oestr/, 'estr'],
  [/^manoeuvre(s?)$/, 'maneuver$1'],
  [/^manoeuvr(ed|ing)$/, 'maneuver$1'],
  [/^sceptic/, 'skeptic'],
  [/^enquir/, 'inquir'],
  [/^pyjama/, 'pajama'],
  [/^moustache/, 'mustache'],
];
const single: Readonly<Record<string, string>> = {
  ageing: 'aging',
  acknowledgement: 'acknowledgment',
  judgement: 'judgment',
  jewellery: 'jewelry',
  cosy: 'cozy',
  kerb: 'curb',
};

/** A word as Americans spell it, in lower case; words that both spell alike are returned as they are. */
export function americanSpelling(word: string): string {
  const listed = single[word];
  if (listed) return listed;
  for (const [british, american] of rules) if (british.test(word)) return word.replace(british, american);
  return word;
}
