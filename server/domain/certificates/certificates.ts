import { lazy } from '../lazy.ts';
import { certificateLines } from './list.ts';

/** A certificate, licence or registration as job advertisements ask for it. */
export interface Certificate {
  /** With a remark in brackets where two share their letters: "CMA (management accountant)". */
  name: string;
  field: string;
  /** Names of what its holder has as well: who is CCNP is CCNA. */
  includes: readonly string[];
}

/** Where a text names a certificate; offsets, end exclusive. */
export interface CertificateFound {
  certificate: Certificate;
  start: number;
  end: number;
}

interface Spelling {
  /** Its words as they are compared. */
  words: readonly string[];
  /** Per word the letters as they have to be written; null where capitals tell nothing. */
  written: readonly (string | null)[];
  /** Has other meanings as well. */
  isUnsure: boolean;
  certificate: Certificate;
}

/**
 * The certificates that a text names, in its order; of several names that begin at one place the longest. `isListed`: the text stands in a list of
 * certificates, where short letters mean what they mean there.
 */
export function certificatesIn(text: string, isListed = false): CertificateFound[] {
  const words = wordsIn(text);
  const found: CertificateFound[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const spelling = spellings()
      .get(words[at]!.word)
      ?.find((one) => isAt(one, words, at) && (!one.isUnsure || isListed || ofCertificates.test(text)));
    if (!spelling) continue;
    const last = words[at + spelling.words.length - 1]!;
    found.push({ certificate: spelling.certificate, start: words[at]!.start, end: last.end });
    at += spelling.words.length - 1;
  }
  return withClasses(found, text);
}

const drivingLicence = 'Driving licence';
/** "Driver's licence B, C, CE", "Führerschein Klassen B, BE und C1E". */
const classesBehind =
  /^\s*[:(–-]?\s*(?:(?:class(?:es)?|categor(?:y|ies)|Klassen?|cat\.)\s*:?\s*)?([A-DT][1E]{0,2}(?:\+E)?(?:(?:\s*[,/&]\s*|\s+(?:and|und|et|y)\s+|\s+)[A-DT][1E]{0,2}(?:\+E)?)*)(?![\p{L}\p{N}+#])(?!\s+\p{Ll})/u;

/** A driving licence with classes of lorries is one for these, too. */
function withClasses(found: readonly CertificateFound[], text: string): CertificateFound[] {
  return found.flatMap((one) => {
    const classes = one.certificate.name === drivingLicence && classesBehind.exec(text.slice(one.end));
    if (!classes) return [one];
    const listed = classes[1]!.split(/[^A-Z\d+]+/).filter(Boolean);
    const name = listed.some((each) => /^C\+?E$/.test(each))
      ? 'HGV class 1'
      : listed.includes('C') && 'HGV licence';
    const certificate = certificates().find((each) => each.name === name);
    return certificate ? [one, { ...one, certificate }] : [one];
  });
}

/** Whether who holds the one has the other as well. */
export const covers = (held: Certificate, asked: Certificate): boolean =>
  held.name === asked.name || held.includes.includes(asked.name);

/** The words of a text as spellings are compared. */
export const certificateWords = (text: string): string[] => wordsIn(text).map(({ word }) => word);

/** Spellings that call it a licence, each by its words. */
export const wordsOfLicences = ({ name }: Certificate): string[][] =>
  (certificates().find((one) => one.name === name)?.spellings ?? [])
    .filter(([, isUnsure]) => !isUnsure)
    .map(([spelling]) => certificateWords(spelling))
    .filter(
      (words) => words.includes('licence') && words.some((word) => !ofKinds.has(word) && word.length > 3),
    );

const ofKinds = new Set(['licence', 'class', 'category', 'type', 'level', 'full', 'clean', 'valid']);

/** Words that only certificates have. */
export const ofCertificates =
  /\b(?:certif(?:y|ied|icates?|ications?)|licen[cs](?:e|es|ed|ure)|credentials?|accredit\w*|chartered|designation|registration|registered|endorsements?|exams?|examination)\b/i;

interface Word {
  word: string;
  written: string;
  start: number;
  end: number;
}

const wordPattern =
  /(?:\p{L}\.){2,}\p{L}?(?!\p{L})|(?<![\p{L}\p{N}])\p{L}[&/]\p{L}(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:\+(?![\p{L}\p{N}]))?/gu;
const joining = new Set(['and', 'the', 's']);

function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: match, index } of text.matchAll(wordPattern)) {
    const written = match.replaceAll(/[.&/]/g, '');
    const word = folded(written.toLowerCase());
    if (!joining.has(word)) words.push({ word, written, start: index, end: index + match.length });
  }
  return words;
}

/** What is one word to a reader: "licensed", "license", "licence"; "certified", "certification". */
const folded = (word: string): string =>
  word
    .replace(/^licen[cs](?:e|es|ed|ure)$/, 'licence')
    .replace(/^certif(?:ied|icates?|ications?)$/, 'certificate')
    .replace(/^pae?diatric$/, 'pediatric')
    .replace(/^counsellor$/, 'counselor')
    .replace(/(?<=[a-z]{3}[^s])s$/, '');

const isAt = ({ words, written }: Spelling, text: readonly Word[], at: number): boolean =>
  words.every((word, n) => {
    const one = text[at + n];
    return one?.word === word && (written[n] === null || written[n] === one.written.replace(/s$/, ''));
  });

/** Longer letters are no word in small ones either: "cissp". */
const leastTelling = 5;

/** By their first word, the longest first. */
const spellings = lazy(() => {
  const byWord = new Map<string, Spelling[]>();
  for (const certificate of certificates()) {
    for (const [name, isUnsure] of certificate.spellings) {
      const words = wordsIn(name);
      const hasNumber = words.length > 1 && /\d/.test(name);
      const spelling = {
        words: words.map(({ word }) => word),
        written: words.map(({ written }) =>
          /^.\p{Ll}*\+?$/u.test(written) ||
          written.length >= leastTelling ||
          hasNumber ||
          written.endsWith('+')
            ? null
            : written,
        ),
        isUnsure,
        certificate,
      };
      const first = spelling.words[0]!;
      byWord.set(first, [...(byWord.get(first) ?? []), spelling]);
    }
  }
  for (const list of byWord.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byWord;
});

/** All of them, each with its spellings and whether one has other meanings, too. */
export const certificates = lazy(() => {
  let field = '';
  return certificateLines
    .trim()
    .split('\n')
    .flatMap((line): (Certificate & { spellings: [string, boolean][] })[] => {
      const heading = /^\[(.+)\]$/.exec(line);
      if (heading) field = heading[1]!;
      if (heading || !line) return [];
      const [own = '', includes = ''] = line.split('>');
      const [title = '', others = ''] = own.split('=').map((part) => part.trim());
      const name = title.replace(/ \(.*\)$/, '');
      const listed = (names: string) =>
        names
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean);
      const spelt = listed(others).map((one): [string, boolean] => [
        one.replace(/^\? /, ''),
        one.startsWith('?'),
      ]);
      if (title === name && !spelt.some(([one]) => one === name)) spelt.unshift([name, false]);
      return [{ name: title, field, includes: listed(includes), spellings: spelt }];
    });
});
