import type { CvProfile } from '../cv/types.ts';

/**
 * What must not decide: who somebody is. A line that states age, gender, nationality, family or faith is left out whole;
 * names of persons and schools are cut from the lines they stand in.
 */
export interface Blindfold {
  /** The line without what must not be seen; empty where nothing is left. */
  cover(text: string): string;
  /** Also without the names of schools. */
  coverSchool(text: string): string;
}

/** "Date of birth:", "Nationalität", "Estado civil" … at the beginning of a line, in the languages CVs come in. */
const personalLabel = new RegExp(
  `^\\W*(?:${[
    'd\\.?o\\.?b\\b|(?:date|place|year) of birth|birth ?(?:date|day|place)|born\\b|age\\b|gender\\b|sex\\b|nationality|citizenship|citizen of|marital status|civil status|religion|race\\b|ethnicity|ethnic origin|passport|visa status|children\\b|photo(?:graph)?\\b|height\\b|weight\\b|pronouns\\b|father|mother|spouse|husband|wife',
    'geburts(?:datum|ort|tag|name)|geboren|alter\\b|geschlecht|nationalität|staatsangehörigkeit|staatsbürgerschaft|familienstand|konfession|kinder\\b',
    'date de naissance|lieu de naissance|né(?:e|\\(e\\))? le|âge|sexe\\b|nationalité|état civil|situation (?:de famille|familiale)|enfants\\b',
    'fecha de nacimiento|lugar de nacimiento|nacid[oa]|edad\\b|sexo\\b|género|nacionalidad|estado civil|hijos\\b',
    'data de nascimento|naturalidade|idade\\b|nacionalidade|filhos\\b|data di nascita|luogo di nascita|nat[oa] (?:il|a)\\b|età\\b|sesso\\b|nazionalità|cittadinanza|stato civile|figli\\b',
    'geboortedatum|geboorteplaats|geboren|leeftijd|geslacht|nationaliteit|burgerlijke staat|data urodzenia|miejsce urodzenia|wiek\\b|płeć|narodowość|obywatelstwo|stan cywilny',
    'дата рождения|место рождения|возраст|пол\\s*:|гражданство|национальность|семейное положение|дети\\s*:',
    'doğum (?:tarihi|yeri)|yaş\\b|cinsiyet|uyruk|medeni (?:hal|durum)|datum rođenja|mesto rođenja|godine\\s*:|pol\\s*:|državljanstvo|bračno stanje|датум рођења|брачно стање|држављанство',
    '生年月日|年齢|性別|国籍|婚姻|配偶者|出生日期|出生年月|年龄|性别|民族|籍贯|생년월일|나이|성별|국적|결혼|تاريخ الميلاد|العمر|الجنس|الجنسية|الحالة الاجتماعية|जन्म तिथि|आयु|लिंग|राष्ट्रीयता|वैवाहिक स्थिति',
  ].join('|')})`,
  'iu',
);

/** Remarks of this kind in the middle of a line: "32 years old", "married with two children". */
const personalRemark =
  /\b(?:\d{2}[- ]years?[- ]old|aged? \d{2}|(?:single|married|divorced|widowed)(?=[,;.|]|$)|(?:fe)?male(?=[,;.|]|$)|he\/him|she\/her|they\/them|\p{Lu}\p{L}+ (?:citizen|national)(?:ship|ity)?)\b/giu;

/** "University of Texas at Austin", "Treasure Valley Community College", "Technische Universität München". */
const schoolName =
  /(?<!\p{L})(?:(?:\p{Lu}[\p{L}.'’&-]*\s+){0,6}(?:Universit\p{L}*|Universidad\p{L}*|College|Institute|School|Academy|Polytechnic\p{L}*|Hochschule|Fachhochschule|Gymnasium|Lycée|École|Escuela|Instituto|Istituto|Akademi\p{L}*|Uniwersytet|Politechnika|Университет\p{L}*|Институт\p{L}*|Üniversitesi|Lisesi)(?:\s+(?:of|for|at|de|di|do|da|der|für|des|und|and|the|in))*(?:\s+\p{Lu}[\p{L}.'’&-]*){0,5})|(?<!\p{L})\p{L}*(?:大学|学院|高校|대학교|고등학교)/gu;

export function blindfold({ contacts, education }: Pick<CvProfile, 'contacts' | 'education'>): Blindfold {
  const said = [contacts.name, contacts.location, ...contacts.emails, ...contacts.phones, ...contacts.links];
  const personal = anyOf(distinct(said.flatMap((found) => (found ? [found.value, ...textsOf(found)] : []))));
  const family = (contacts.name?.value ?? '').split(/\s+/).filter((part) => part.length > 1);
  const schools = anyOf(
    distinct(
      education.flatMap(({ institution }) =>
        institution ? [institution.value, ...textsOf(institution)] : [],
      ),
    ),
  );
  const honorific = family.length
    ? new RegExp(
        `\\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herr|Frau|Monsieur|Madame|Señora?)\\.?\\s+(?:${family.map(wholeWord).join('|')})(?:['’]s)?`,
        'giu',
      )
    : null;

  const cover = (text: string): string => {
    if (personalLabel.test(text)) return '';
    let left = without(text, personal);
    if (honorific) left = left.replaceAll(honorific, ' ');
    left = left.replaceAll(personalRemark, ' ');
    // What a name leaves of a line of its own, "JANE" over "BAKER", is a name too.
    const words = left.split(/\s+/).filter(Boolean);
    if (
      words.length > 0 &&
      words.length <= 3 &&
      words.every((word) => family.some((part) => same(part, word)))
    )
      return '';
    return left.replaceAll(/\s+/g, ' ').trim();
  };
  return {
    cover,
    coverSchool: (text) =>
      without(cover(text), schools).replaceAll(schoolName, ' ').replaceAll(/\s+/g, ' ').trim(),
  };
}

const textsOf = ({ evidence }: { evidence: readonly { text: string }[] }) => evidence.map(({ text }) => text);

/** Longest first, so that a part is not cut out of what holds it. */
const distinct = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.trim()).filter((text) => text.length > 1))].toSorted(
    (a, b) => b.length - a.length,
  );

/** Finds any of the texts as whole words; null where there are none. */
const anyOf = (texts: readonly string[]): RegExp | null =>
  texts.length > 0 ? new RegExp(texts.map(wholeWord).join('|'), 'giu') : null;

/** "Reading" is no part of "Proofreading". A text that begins or ends with a sign ("+44 …") needs no such edge. */
const wholeWord = (text: string): string =>
  (/^[\p{L}\p{M}\p{N}]/u.test(text) && !unspaced.test(text) ? '(?<![\\p{L}\\p{M}\\p{N}])' : '') +
  escaped(text) +
  (/[\p{L}\p{M}\p{N}]$/u.test(text) && !unspaced.test(text) ? '(?![\\p{L}\\p{M}\\p{N}])' : '');

/** Scripts that put no space between words, and Korean, which writes particles on to names: any place is an edge. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const without = (text: string, parts: RegExp | null): string => (parts ? text.replaceAll(parts, ' ') : text);

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const same = (a: string, b: string) =>
  a.localeCompare(b.replaceAll(/[^\p{L}'’-]/gu, ''), 'en', { sensitivity: 'base' }) === 0;
