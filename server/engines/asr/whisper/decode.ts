import { setImmediate } from 'node:timers/promises';
import type * as ort from '../../onnx-runtime.ts';
import type { Attention } from '../decoding/attention.ts';
import { loopStart } from '../decoding/loops.ts';
import { chooseToken, probabilityOf } from './choose-token.ts';
import type { Decoder, DecoderStep } from './decoder.ts';
import { type LanguageProbabilities, languagesBy } from './language.ts';
import type { ApplyRules } from './token-rules.ts';
import type { SpecialTokens } from './tokenizer.ts';

/** What was heard in one window. */
export interface Hypothesis {
  /** Text and timestamps, without the prompt and the end. */
  tokens: number[];
  /** Of each token, natural, at temperature 1. */
  logProbabilities: number[];
  /** Mean of the tokens' log probabilities, the end's included. */
  meanLogProbability: number;
  /** Probability of no speech; null where the model has no token for it. */
  noSpeech: number | null;
  /** Null where the model has one language only. */
  languages: LanguageProbabilities | null;
  /** The tokens went round in circles and were cut. */
  looped: boolean;
  /** The decoder came to its end by itself. */
  complete: boolean;
  /**
   * Attention of each alignment head while looking for each token, and last for the end: heads × (tokens + 1) × frames. Before them,
   * rows of the tokens of the prompt from <|startoftranscript|> on. Null where the model does not show it.
   */
  attention: Attention | null;
}

export interface DecodeOptions {
  special: SpecialTokens;
  applyRules: ApplyRules;
  alignmentHeads: readonly (readonly [layer: number, head: number])[];
  /** Tokens of the prompt, the same in every row; <|startoftranscript|> is one of them. */
  prompt: readonly number[];
  /** At most so many tokens are generated. */
  maxTokens: number;
  /** Exactly so many tokens, even past the network's own end. */
  forcedTokens: number | null;
  temperature: number;
  /** A source of chance for each row. */
  random: readonly (() => number)[];
  signal: AbortSignal;
}

/** Of the encoder. */
const positionMs = 20;

interface Row {
  /** Which window it is. */
  readonly index: number;
  readonly random: () => number;
  ended: boolean;
  hypothesis: Hypothesis;
  sum: number;
  text: number[];
}

/**
 * Decodes windows side by side, a token at a time, until each has come to its end. Rows that have ended leave the batch when half of
 * it has.
 *
 * @param states encoder states, a row each window
 * @param frames positions of the encoder under which there is sound, by window
 * @throws the signal's reason when aborted
 */
export async function decode(
  decoder: Decoder,
  states: ort.Tensor,
  frames: readonly number[],
  options: DecodeOptions,
): Promise<Hypothesis[]> {
  const { special, prompt, alignmentHeads } = options;
  const begin = prompt.indexOf(special.start);
  const shown = decoder.hasAttentions && alignmentHeads.length > 0;
  const all: Row[] = frames.map((count, index) => ({
    index,
    random: options.random[index]!,
    ended: false,
    sum: 0,
    text: [],
    hypothesis: {
      tokens: [],
      logProbabilities: [],
      meanLogProbability: 0,
      noSpeech: null,
      languages: null,
      looped: false,
      complete: false,
      attention: shown
        ? {
            heads: alignmentHeads.length,
            promptRows: prompt.length - begin - 1,
            rows: [],
            frames: count,
            positions: states.dims[1]!,
            positionMs,
          }
        : null,
    },
  }));
  let rows = all;
  let step = await decoder.start(
    states,
    rows.map(() => prompt),
  );
  for (const [at, { hypothesis }] of rows.entries()) {
    if (special.noSpeech !== null) {
      hypothesis.noSpeech = probabilityOf(step.logitsAt(at, begin), special.noSpeech);
    }
    if (special.languages.size > 0) hypothesis.languages = languagesBy(step.logitsAt(at, begin), special);
    for (let position = begin; position < prompt.length - 1; position++) {
      keepAttention(hypothesis.attention, step, at, position, alignmentHeads);
    }
  }
  let position = prompt.length - 1;
  while (true) {
    await setImmediate();
    options.signal.throwIfAborted();
    // Ended rows stay in the batch until it is worth its while to make a smaller one; what the network says of them is not read.
    let tokens = rows.map((row, at) =>
      row.ended ? special.endOfText : advance(row, step, at, position, options),
    );
    const going = [...rows.keys()].filter((at) => !rows[at]!.ended);
    let { cache } = step;
    if (going.length === 0) {
      decoder.end(cache);
      break;
    }
    if (going.length <= rows.length / 2) {
      cache = decoder.keepRows(cache, going);
      tokens = going.map((at) => tokens[at]!);
      rows = going.map((at) => rows[at]!);
    }
    step = await decoder.next(cache, tokens);
    position = 0;
  }
  return all.map(({ hypothesis }) => hypothesis);
}

/** Chooses a row's next token and notes it; the end of the text ends the row. */
function advance(row: Row, step: DecoderStep, at: number, position: number, options: DecodeOptions): number {
  const { hypothesis } = row;
  const { special, forcedTokens } = options;
  const logits = step.logitsAt(at, position);
  options.applyRules(logits, hypothesis.tokens);
  if (forcedTokens !== null && hypothesis.tokens.length < forcedTokens) {
    logits[special.endOfText] = Number.NEGATIVE_INFINITY;
  }
  const { token, logProbability } = chooseToken(logits, options.temperature, row.random);
  keepAttention(hypothesis.attention, step, at, position, options.alignmentHeads);
  row.sum += logProbability;
  const count = hypothesis.tokens.length;
  hypothesis.meanLogProbability = row.sum / (count + 1);
  const limit = forcedTokens ?? options.maxTokens;
  if (token === special.endOfText || count >= limit) {
    row.ended = true;
    hypothesis.complete = token === special.endOfText;
    return special.endOfText;
  }

  hypothesis.tokens.push(token);
  hypothesis.logProbabilities.push(logProbability);
  if (token < special.endOfText) row.text.push(token);
  const keep = forcedTokens === null ? loopStart(row.text) : null;
  if (keep === null) return token;
  cutAfter(hypothesis, keep, special);
  row.ended = true;
  return special.endOfText;
}

function keepAttention(
  attention: Attention | null,
  step: DecoderStep,
  at: number,
  position: number,
  heads: DecodeOptions['alignmentHeads'],
): void {
  if (!attention) return;
  const row = new Float32Array(attention.heads * attention.frames);
  for (const [index, [layer, head]] of heads.entries()) {
    const seen = step.attentionAt(layer, at, head, position);
    row.set(seen.subarray(0, attention.frames), index * attention.frames);
  }
  attention.rows.push(row);
}

/** Keeps the first `keep` text tokens of a hypothesis, with the timestamps among them. */
function cutAfter(hypothesis: Hypothesis, keep: number, special: SpecialTokens): void {
  let text = 0;
  let end = 0;
  while (end < hypothesis.tokens.length && text < keep) {
    if (hypothesis.tokens[end]! < special.endOfText) text++;
    end++;
  }
  hypothesis.tokens.length = end;
  hypothesis.logProbabilities.length = end;
  hypothesis.looped = true;
  // One more than tokens: where the decoder looked when it should have ended.
  const { attention } = hypothesis;
  if (attention) attention.rows.length = Math.min(attention.rows.length, attention.promptRows + end + 1);
}
