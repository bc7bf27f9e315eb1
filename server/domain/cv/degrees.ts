import type { DegreeLevel } from './types.ts';

/** Names of degrees in the 16 languages, from the highest level to the lowest; the highest found counts. */
const names: readonly (readonly [DegreeLevel, string])[] = [
  [
    'doctorate',
    'ph\\.?\\s?d\\.?|d\\.?phil\\.?|doctorate|doctoral|doctor of [\\p{L}]+|juris doctor(?:ate)?|j\\.?d\\.?|m\\.?d\\.?|ed\\.?d\\.?|pharm\\.?\\s?d\\.?|dds|dnp|psy\\.?d\\.?|dr\\. ?[\\p{L}. ]{2,12}|promotion|doktor|doctorat|doctorado|doutorado|doutoramento|dottorato|doktorat|doktora|кандидат наук|доктор наук|докторат|докторске студије|doktorske studije|博士(?:号)?|박사|دكتوراه|الدكتوراه|पीएचडी|डॉक्टरेट',
  ],
  [
    'master',
    "master(?:[’']?s)?(?: (?:of|in|degree)[\\p{L} ]{0,60})?|m\\.?b\\.?a\\.?|e?mba|m\\.?sc\\.?|m\\.?s\\.?|m\\.?a\\.?|m\\.?eng\\.?|m\\.?ed\\.?|m\\.?p\\.?a\\.?|m\\.?p\\.?h\\.?|m\\.?f\\.?a\\.?|ll\\.?m\\.?|m\\.?phil\\.?|m\\.?tech\\.?|m\\.?com\\.?|m\\.?c\\.?a\\.?|m\\.?s\\.?w\\.?|macc|magister|diplom(?:-[\\p{L}]+)?(?: [\\p{L}]+)?|staatsexamen|maîtrise|diplôme d[’']ingénieur|dea|dess|maestría|máster|licenciatura de 5|mestrado|laurea magistrale|laurea specialistica|magister[\\p{L}]*|mgr|yüksek lisans|магистр|магистратура|специалист(?=[,. ]*(?:диплом|$))|мастер|мастер студије|magistar|修士|硕士|碩士|석사|ماجستير|الماجستير|स्नातकोत्तर|परास्नातक|एम\\.? ?ए|एमबीए",
  ],
  [
    'bachelor',
    "bachelor(?:[’']?s)?(?: (?:of|in|degree)[\\p{L} ]{0,60})?|b\\.?sc\\.?|b\\.?s\\.?|b\\.?a\\.?|b\\.?b\\.?a\\.?|b\\.?eng\\.?|b\\.?tech\\.?|b\\.?com\\.?|b\\.?ed\\.?|b\\.?f\\.?a\\.?|b\\.?c\\.?a\\.?|b\\.?s\\.?n\\.?|b\\.?e\\.?|ll\\.?b\\.?|a\\.?b\\.?|undergraduate degree|baccalaureate|licence|licenciatura|licenciado|licenciada|grado en|graduação|bacharel(?:ado)?|bacharelato|laurea(?: triennale)?|licencjat|inżynier|lisans|бакалавр|бакалавриат|высшее|дипломирани|основне студије|osnovne studije|diplomirani|学士|本科|학사|대졸|بكالوريوس|البكالوريوس|ليسانس|स्नातक|बी\\.? ?ए|बीए|बी\\.?टेक|बीएससी|बीकॉम",
  ],
  [
    'vocational',
    "associate(?:[’']?s)? (?:degree|of|in)[\\p{L} ]{0,30}|associate[’']s|a\\.?a\\.?s?\\.?|a\\.?s\\.?|higher national diploma|hnd|hnc|nvq|btec|diploma|vocational|technical (?:degree|certificate|diploma)|trade school|certificate|postgraduate certificate|apprenticeship|ausbildung(?: zu[mr] [\\p{L}/ -]+)?|berufsausbildung|lehre|meisterbrief|meister|techniker|fachwirt|ihk|bts|dut|cap|bep|bac pro|ciclo formativo|formación profesional|técnico superior|fp|curso técnico|técnico em|tecnólogo|its|mbo|hbo|szkoła zawodowa|technik|ön lisans|meslek yüksekokulu|среднее специальное|средне-специальное|виша школа|viša škola|strukovne studije|струковне студије|专科|大专|專科|短期大学士|専門士|専門学校|전문학사|전문대|دبلوم|الدبلوم|डिप्लोमा|आईटीआई",
  ],
  [
    'school',
    'h\\.\\s?s\\.?|high school(?: diploma)?|secondary school|g\\.?e\\.?d\\.?|diploma of secondary|a[- ]levels?|gcses?|o[- ]levels?|hsc|ssc|10th|12th|abitur|fachabitur|fachhochschulreife|allgemeine hochschulreife|hochschulreife|mittlere reife|realschulabschluss|hauptschulabschluss|matura|matur|baccalauréat|bac|bachillerato|eso|ensino médio|ensino secundário|12º ano|diploma di maturità|maturità|diploma di liceo|vwo|havo|vmbo|vbo|aso|świadectwo dojrzałości|matura|liceum|lise|lise diploması|среднее|среднее полное|аттестат|средња школа|srednja škola|гимназија|gimnazija|高中|高等学校卒業|高校卒|고등학교 졸업|고졸|ثانوية عامة|الثانوية العامة|الثانوية|हाई स्कूल|इंटरमीडिएट|बारहवीं|दसवीं',
  ],
];

/** Two and three letters without dots mean degrees in capitals only: "MA", never "ma"; "IT" and "AS" need more. */
const cased = /^(?:[A-Z][a-z]{0,2}\.?){2,4}$/;
/** Words that the patterns above know only as a part of something else. */
const wordsOnly = /^(?:as|aa|ab|ma|ms|md|be|jd|cap|bac|its|fp|dea|eso|bs|ba|bts|hbo|dr)$/i;

/** A diploma is what it was given by. */
const generic = /^(?:diploma|certificate|dyplom|diplôme)$/i;
const ofSchool = /high school|secondary school|senior secondary|highschool/i;

/** Whether a degree by its name alone does not say its level. */
export const isGenericDegree = (name: string): boolean => generic.test(name);
export const isSecondarySchool = (text: string): boolean => ofSchool.test(text);

const patterns = names.map(
  ([level, alternatives]) =>
    [level, new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'giu')] as const,
);

export interface DegreeMention {
  level: DegreeLevel;
  name: string;
  start: number;
  end: number;
}

/** The highest degree a text names, and where; undefined without one. */
export function degreeIn(text: string): DegreeMention | undefined {
  for (const [level, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const name = match[0].replace(/[\s,:]+$/, '');
      const letters = name.replace(/[^\p{L}]/gu, '');
      const isShort = letters.length <= 3 && /^[\x20-\x7e]+$/.test(name);
      if (isShort && !cased.test(name.replace(/\s/g, ''))) continue;
      if (wordsOnly.test(letters) && isCapitalised(text, match.index, name) && !name.includes('.')) continue;
      if (level === 'vocational' && generic.test(name) && ofSchool.test(text))
        return { level: 'school', name, start: match.index, end: match.index + name.length };
      return { level, name, start: match.index, end: match.index + name.length };
    }
  }
  return undefined;
}

/** In a line of capitals, or in the middle of a name, an abbreviation is no degree: "DETROIT MA", "THE BA GROUP". */
function isCapitalised(text: string, start: number, name: string): boolean {
  const rest = text.slice(0, start) + text.slice(start + name.length);
  return /\p{Lu}{2}/u.test(rest) && !/\p{Ll}/u.test(rest);
}
