import { type Amount, amountsIn, isComparable } from './amounts.ts';
import { quoted } from './part.ts';
import type { Passage } from './passage-index.ts';
import type { Reading } from './reading.ts';
import { statementOf } from './statements.ts';
import type { ThingFound } from './thing-found.ts';

/** Says so where the lines that show the thing give no such number, or one that is too small. */
export function amountShort(
  { thing, shown, passages }: ThingFound,
  asked: Amount | null,
  { index }: Reading,
): string | null {
  if (asked === null || shown === 'like' || shown === 'incomplete') return null;
  const held = [...new Set(passages.map((passage) => statementOf(passage, index.passages)))]
    .flatMap((text) => amountsIn(text))
    .filter(({ kind }) => isComparable(kind, asked.kind));
  const what = quoted(thing.phrase);
  if (held.length === 0)
    return `The CV shows ${what}, but gives no number: ${spokenAmount(asked)} asked for.`;
  const most = Math.max(...held.map(({ value }) => value));
  return most < asked.value
    ? `The CV shows ${what}, but with ${spokenNumber(most, asked.kind)}; ${spokenAmount(asked)} asked for.`
    : null;
}

/** Who pays 250 employees leads none of them. */
const leads =
  /\b(?:manag|supervis|lead|led\b|head|direct|responsib|report|oversaw|oversee|train|taught|coach|recruit|hir)/i;

/** Lines of the work that count the same. */
export const passagesCounting = ({ kind }: Amount, { index }: Reading): Passage[] =>
  index.passages.filter(
    ({ claimed, zone }) =>
      zone !== 'education' &&
      (kind !== 'people' || leads.test(claimed)) &&
      amountsIn(claimed).some((amount) => isComparable(amount.kind, kind)),
  );

/** Straight before their number: who pays, trains or serves so many leads none of them. */
const leadsThem =
  /\b(?:manag(?:e|es|ed|ing)|supervis\w+|lead(?:s|ing|ership)?|led|head(?:s|ed|ing)?|direct(?:s|ed|ing)?|oversaw|oversee\w*|oversight|span of control|in charge|responsib\w+)\b(?:(?!(?<!\bresponsib(?:le|ility|ilities) )\bfor\b|\bwith\b|\bpay)[^.;•]){0,60}$/i;

/** Lines that say how many people the candidate led, the most first. */
export const passagesLeading = ({ index }: Reading): Passage[] =>
  index.passages
    .map((passage) => ({
      passage,
      most: Math.max(
        0,
        ...amountsIn(passage.claimed)
          .filter(({ kind, start }) => kind === 'people' && leadsThem.test(passage.claimed.slice(0, start)))
          .map(({ value }) => value),
      ),
    }))
    .filter(({ passage, most }) => most > 0 && passage.zone !== 'education')
    .toSorted((a, b) => b.most - a.most)
    .map(({ passage }) => passage);

const spokenAmount = ({ value, kind }: Amount) =>
  `${spokenNumber(value, kind)} or more ${kind === 'money' ? 'is' : 'are'}`;

const spokenNumber = (value: number, kind: string) => {
  const number = value.toLocaleString('en');
  if (kind === 'money') return `a sum of ${number}`;
  return kind === 'percent' ? `${number} %` : `${number} ${kind}`;
};
