import { evidenceOf } from './evidence.ts';
import { languagesNamed } from './language-names.ts';
import type { CefrLevel, CvDocument, CvSection, Found, LanguageSkill, TextLine } from './types.ts';
import { foldWords, wholeWords } from './words.ts';

const fold = (words: string) =>
  words
    .split('|')
    .map((word) => foldWords(word))
    .join('|');

/** What CVs call levels, best first; "fluent" is read as C1, "working" as B2, "intermediate" as B1, "basic" as A2. */
const levels: readonly (readonly [CefrLevel, RegExp])[] = [
  [
    'C2',
    wholeWords(
      fold(
        'c2|bilingual|near native|mastery|bilingüe|bilingue|verhandlungssicher|proficient user|tweetalig|dwujęzyczny|свободно владею|精通|通晓|원어민 수준',
      ),
    ),
  ],
  [
    'C1',
    wholeWords(
      fold(
        'c1|fluent|fluently|full professional|full professional proficiency|advanced|excellent|proficient|fließend|sehr gut|fluido|fluida|avanzado|alto|courant|couramment|avancé|lu parlé écrit|fluente|avançado|ottimo|avanzato|vloeiend|gevorderd|uitstekend|biegły|biegle|zaawansowany|płynny|akıcı|ileri|çok iyi|свободно|свободный|продвинутый|течно|tečno|napredni|напредни|流利|熟练|ビジネスレベル|上級|유창|고급|비즈니스|بطلاقة|ممتاز|متقدم|طليق|धाराप्रवाह|उत्कृष्ट',
      ),
    ),
  ],
  [
    'B2',
    wholeWords(
      fold(
        'b2|professional working|professional working proficiency|working proficiency|working knowledge|upper intermediate|very good|good|professional|business|conversational and business|gut|gute|bueno|buen nivel|bien|bom|buono|goed|dobry|dobra|iyi|хорошо|выше среднего|добро|dobro|良好|good command|중상급|جيد جدا|अच्छा',
      ),
    ),
  ],
  [
    'B1',
    wholeWords(
      fold(
        'b1|intermediate|conversational|conversant|limited working|limited working proficiency|moderate|fair|proficiency|intermedio|medio|intermédiaire|intermediário|intermédio|discreto|redelijk|średniozaawansowany|komunikatywny|komunikatywna|orta|средний|разговорный|средњи|srednji|中等|一般|日常会話|中級|중급|일상회화|متوسط|جيد|मध्यम',
      ),
    ),
  ],
  [
    'A2',
    wholeWords(
      fold(
        'a2|basic|elementary|beginner|limited|some|school|grundkenntnisse|schulkenntnisse|básico|básica|elemental|notions|débutant|scolaire|scolastico|base|basis|beginnend|podstawowy|podstawowa|temel|başlangıç|базовый|начальный|со словарем|основни|osnovni|基础|初级|初級|基礎|초급|기초|مبتدئ|مبادئ|اساسي|बुनियादी|प्रारंभिक',
      ),
    ),
  ],
  ['A1', wholeWords('a1')],
];
const native = wholeWords(
  fold(
    'native|native speaker|mother tongue|first language|native or bilingual|muttersprache|muttersprachler|lengua materna|materna|nativo|nativa|langue maternelle|maternelle|língua materna|madrelingua|lingua madre|moedertaal|język ojczysty|ojczysty|anadil|ana dil|ana dili|родной|родной язык|матерњи|матерњи језик|maternji|maternji jezik|母语|母語|ネイティブ|모국어|원어민|لغة الام|اللغة الام|لغة ام|الام|मातृभाषा',
  ),
);
const cjkNative = /母语|母語|ネイティブ|모국어|원어민/u;
const cjkLevels: readonly (readonly [CefrLevel, RegExp])[] = [
  ['C2', /精通|通晓/u],
  ['C1', /流利|熟练|ビジネスレベル|上級|유창|고급/u],
  ['B2', /良好/u],
  ['B1', /中等|日常会話|中級|중급|일상회화/u],
  ['A2', /基础|初级|初級|基礎|초급|기초/u],
];

/**
 * Languages with levels: every language named under a heading of languages; elsewhere only beside a word of level, so
 * that "English literature" is none. The first mention with a level counts.
 */
export function languagesOf({ lines }: CvDocument, sections: readonly CvSection[]): Found<LanguageSkill>[] {
  const found = new Map<string, Found<LanguageSkill>>();
  for (const section of sections) {
    const isListed = section.kind === 'languages';
    if (!isListed && !['skills', 'summary', 'top', 'contact', 'other', 'certificates'].includes(section.kind))
      continue;
    for (const [offset, line] of lines.slice(section.firstLine, section.endLine).entries()) {
      const next = isListed ? lines[section.firstLine + offset + 1] : undefined;
      for (const skill of languagesIn(line, next, isListed)) {
        const before = found.get(skill.value.code);
        if (!before || (before.value.level === null && !before.value.isNative))
          found.set(skill.value.code, skill);
      }
    }
  }
  return [...found.values()];
}

function languagesIn(line: TextLine, next: TextLine | undefined, isListed: boolean): Found<LanguageSkill>[] {
  // One folded clause at a time: a level belongs to the languages of its clause.
  const skills: Found<LanguageSkill>[] = [];
  let start = 0;
  for (const clause of line.text.split(/(?<=[,;|•·.،、，；]|\s{2})|(?=\s\|\s)/)) {
    const folded = foldWords(clause);
    const named = languagesNamed(folded);
    const own = levelOf(folded);
    // "German" with "fluent" below it: cells of a table, or a line of its own.
    const below =
      isListed && named.length === 1 && !own && next && languagesNamed(foldWords(next.text)).length === 0
        ? levelOf(foldWords(next.text))
        : undefined;
    const level = own ?? below;
    if (named.length > 0 && (isListed || isSpoken(folded, named.length, level !== undefined))) {
      for (const { code } of named) {
        skills.push({
          value: { code, level: level?.level ?? null, isNative: level?.isNative ?? false },
          evidence: [evidenceOf(line, start, start + clause.length)],
        });
      }
    }
    start += clause.length;
  }
  return skills;
}

/** Outside of a list, a clause about little else than languages and a level. */
function isSpoken(folded: string, count: number, hasLevel: boolean): boolean {
  const words = folded.split(' ').length;
  if (
    /\b(?:bilingual|trilingual|multilingual|speak|speaks|spoken|fluent|fluently|native|conversational)\b/.test(
      folded,
    )
  )
    return words <= 14;
  return hasLevel && words <= 3 + 2 * count;
}

function levelOf(folded: string): { level: CefrLevel | null; isNative: boolean } | undefined {
  if (native.test(folded) || cjkNative.test(folded.normalize('NFC'))) return { level: 'C2', isNative: true };
  const composed = folded.normalize('NFC');
  const level =
    levels.find(([, words]) => words.test(folded))?.[0] ??
    cjkLevels.find(([, words]) => words.test(composed))?.[0];
  return level ? { level, isNative: false } : undefined;
}
