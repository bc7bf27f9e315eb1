import { specialTokens, textTokens } from '../../testkit/test-model/small-files.ts';
import { geometries, writeTestWhisper } from '../../testkit/test-model/write-whisper.ts';

/** A phrase and when it is said, seconds from the beginning of a window. */
export interface Phrase {
  text: string;
  startSeconds: number;
  endSeconds: number;
}

/** So large that the token before hardly matters beside the position. */
const positionWeight = 12;
/** So large that the token meant has all of the probability. */
const tokenLength = 24;

/**
 * Writes a Whisper model that was made to say the same in every window, whatever it hears: what was said is then known, and the whole
 * way through server, runner and pipeline can be held against it. Its layers add nothing; each position of the decoder leads to the
 * token that belongs there, so a prompt of hotwords, which moves positions, confuses it. Windows are 10 s long.
 */
export async function writeParrotModel(
  dir: string,
  { language, phrases }: { language: string; phrases: readonly Phrase[] },
): Promise<void> {
  const geometry = geometries.short;
  const text = textTokens(geometry.textTokens);
  const specials = specialTokens();
  const special = (name: string) => {
    const index = specials.indexOf(`<|${name}|>`);
    if (index < 0) throw new Error(`no token ${name}`);
    return text.vocab.length + index;
  };
  const time = (seconds: number) => special((Math.round(seconds * 50) / 50).toFixed(2));
  const said = [
    special(language),
    special('transcribe'),
    ...phrases.flatMap(({ text: words, startSeconds, endSeconds }) => [
      time(startSeconds),
      ...spell(` ${words}`, text.vocab),
      time(endSeconds),
    ]),
    special('endoftext'),
  ];
  if (said.length > geometry.targetPositions / 2) throw new Error('too much to say in a window');

  const { dModel } = geometry;
  const directions = tokenDirections(geometry.vocabulary, dModel);
  await writeTestWhisper(dir, {
    geometry: 'short',
    layouts: ['merged'],
    weights(name, dims) {
      const values = new Float32Array(dims.reduce((product, dim) => product * dim, 1));
      if (name === 'decoder.embed_tokens') values.set(directions);
      if (name === 'decoder.embed_positions') {
        for (const [position, token] of said.entries()) {
          for (let i = 0; i < dModel; i++) {
            values[position * dModel + i] = positionWeight * directions[token * dModel + i]!;
          }
        }
      }
      if (/norm\.weight$/.test(name)) values.fill(1);
      return values;
    },
  });
}

/** As few tokens as a greedy reader finds; "Ġ" is the space. */
function spell(words: string, vocab: readonly string[]): number[] {
  const ids = new Map(vocab.map((token, id) => [token, id]));
  const letters = words.replaceAll(' ', 'Ġ');
  const tokens: number[] = [];
  for (let at = 0; at < letters.length; ) {
    let length = 8;
    while (length > 1 && !ids.has(letters.slice(at, at + length))) length--;
    tokens.push(ids.get(letters.slice(at, at + length))!);
    at += length;
  }
  return tokens;
}

/** A direction for each token, of mean 0 as layer normalisation leaves it, all of one length. */
function tokenDirections(count: number, size: number): Float32Array {
  const values = new Float32Array(count * size);
  let state = 1;
  for (let token = 0; token < count; token++) {
    const row = values.subarray(token * size, (token + 1) * size);
    for (let i = 0; i < size; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      row[i] = state / 2 ** 32 - 0.5;
    }
    const mean = row.reduce((sum, value) => sum + value, 0) / size;
    const norm = Math.hypot(...row.map((value) => value - mean));
    for (let i = 0; i < size; i++) row[i] = (tokenLength * (row[i]! - mean)) / norm;
  }
  return values;
}
