import bidiFactory from 'bidi-js';
import { type Face, faceFor, type Weight } from './faces.ts';

// Its types describe another way of exporting than it has.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** A part of a text in one font and one direction, as short as lines may break. */
export interface Run {
  text: string;
  face: Face;
  /** Of the Unicode bidirectional algorithm: odd levels are read from the right. */
  level: number;
  isSpace: boolean;
}

/** Between these signs a line may break anywhere. */
const breaksAnywhere = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The runs of a text in the order in which they are read. Its paragraph is read from the left, as the report's own language is. */
export function runsOf(text: string, weight: Weight): Run[] {
  const embedding = bidi.getEmbeddingLevels(text, 'ltr');
  const { levels } = embedding;
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const runs: Run[] = [];
  let at = 0;
  for (const sign of text) {
    const level = levels[at]!;
    const shown = mirrored.get(at) ?? sign;
    at += sign.length;
    const last = runs.at(-1);
    const isSpace = /\s/u.test(sign);
    const face = isSpace && last ? last.face : faceFor(shown.codePointAt(0)!, weight, last?.face);
    const goesOn =
      last &&
      last.face === face &&
      last.level === level &&
      last.isSpace === isSpace &&
      !breaksAnywhere.test(sign) &&
      !breaksAnywhere.test(last.text);
    if (goesOn) last.text += shown;
    else runs.push({ text: shown, face, level, isSpace });
  }
  return runs;
}

/** Runs of a line from left to right (rule L2 of the algorithm: from the highest level down, what lies on it or above is turned round). */
export function inVisualOrder(line: readonly Run[]): Run[] {
  const order = [...line];
  const highest = Math.max(0, ...line.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      if (order[from]!.level < level) continue;
      let to = from;
      while (to + 1 < order.length && order[to + 1]!.level >= level) to += 1;
      order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse());
      from = to;
    }
  }
  return order;
}
