import { languageName } from '../../../domain/transcript/language.ts';
import { RequestError } from '../../http/request.ts';

/** A word on the clock of the sound that was sent. */
export interface AnsweredWord {
  text: string;
  startMs: number;
  endMs: number;
  /** 0–1. */
  confidence: number;
  /** In a segment the server's own figures call a repetition loop. */
  unsupported?: true;
}

export interface Answer {
  words: AnsweredWord[];
  /** ISO 639-1 where the server's name for it is known; null when it named none. */
  language: string | null;
  /** By language, where the server gives them (whisper.cpp does). */
  languageProbabilities: Record<string, number> | null;
  /** Interpolated: the server gave times of segments only. */
  wordTimes: 'recogniser' | 'interpolated';
  /** False: the server gave no word probabilities, and each word has its segment's. */
  hasWordProbabilities: boolean;
}

/** Whisper's own rules: such a segment is silence, and such a one a repetition loop. */
const silent = { minNoSpeech: 0.6, maxLogProbability: -1 };
const maxCompressionRatio = 2.4;

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);
const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

interface Segment {
  startMs: number;
  endMs: number;
  text: string;
  probability: number | undefined;
  isSilent: boolean;
  isLoop: boolean;
  words: Fields[];
}

/**
 * Reads a `verbose_json` answer: OpenAI's own shape and those of faster-whisper, vLLM and whisper.cpp, which differ in where words
 * stand and what is said of them. No figure is made up: a word's confidence is its probability, or else that of its segment.
 *
 * @param durationMs of the sound that was sent; times beyond it are cut
 * @throws RequestError "malformed" when it has words but neither times nor probabilities for them
 */
export function readAnswer(answer: unknown, durationMs: number): Answer {
  if (!isObject(answer)) throw malformed('an answer that is no object');
  const segments = objects(answer.segments).map(readSegment);
  const nested = segments.flatMap((segment) => segment.words.map((word) => ({ word, segment })));
  const top = objects(answer.words).map((word) => ({ word, segment: segmentOf(segments, word) }));
  const timed = nested.length > 0 ? nested : top;
  const isInterpolated = timed.length === 0;
  const spread = segments.flatMap((segment) => spreadWords(segment).map((word) => ({ word, segment })));
  const given = isInterpolated ? spread : timed;
  if (given.length === 0 && String(answer.text ?? '').trim() !== '') {
    throw malformed('words without times (it must answer response_format=verbose_json)');
  }

  const words: AnsweredWord[] = [];
  let hasWordProbabilities = !isInterpolated;
  for (const { word, segment } of given) {
    if (segment?.isSilent) continue;
    const text = String(word.word ?? word.text ?? '').trim();
    const [start, end] = [finite(word.start), finite(word.end)];
    if (text === '') continue;
    if (start === undefined || end === undefined) throw malformed('words without times');
    const last = words.at(-1);
    // Punctuation on its own belongs to the word before it.
    if (!/[\p{L}\p{N}]/u.test(text)) {
      if (last) last.text += text;
      continue;
    }
    const own = finite(word.probability) ?? finite(word.confidence) ?? finite(word.score);
    if (own === undefined) hasWordProbabilities = false;
    const confidence = own ?? segment?.probability;
    if (confidence === undefined) throw malformed('words without a probability, and segments without one');
    const startMs = clamp(Math.round(start * 1000), last?.endMs ?? 0, durationMs - 1);
    words.push({
      text,
      startMs,
      endMs: clamp(Math.round(end * 1000), startMs + 1, durationMs),
      confidence: clamp(confidence, 0, 1),
      ...(segment?.isLoop && { unsupported: true as const }),
    });
  }
  return {
    words,
    ...languageOf(answer),
    wordTimes: isInterpolated && words.length > 0 ? 'interpolated' : 'recogniser',
    hasWordProbabilities,
  };
}

const malformed = (what: string) => new RequestError('malformed', what);
const clamp = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(Math.max(low, high), value));

function readSegment(segment: Fields): Segment {
  const logProbability = finite(segment.avg_logprob);
  return {
    startMs: (finite(segment.start) ?? 0) * 1000,
    endMs: (finite(segment.end) ?? 0) * 1000,
    text: String(segment.text ?? ''),
    probability: logProbability === undefined ? undefined : Math.exp(Math.min(0, logProbability)),
    isSilent:
      (finite(segment.no_speech_prob) ?? 0) > silent.minNoSpeech &&
      (logProbability ?? 0) < silent.maxLogProbability,
    isLoop: (finite(segment.compression_ratio) ?? 0) > maxCompressionRatio,
    words: objects(segment.words),
  };
}

/** The segment in which a word's middle lies, or the nearest. */
function segmentOf(segments: readonly Segment[], word: Fields): Segment | undefined {
  const middleMs = ((finite(word.start) ?? 0) + (finite(word.end) ?? 0)) * 500;
  const distanceMs = ({ startMs, endMs }: Segment) => Math.max(startMs - middleMs, middleMs - endMs, 0);
  return segments.reduce<Segment | undefined>(
    (best, segment) => (best && distanceMs(best) <= distanceMs(segment) ? best : segment),
    undefined,
  );
}

/** A segment's words over its time, each as long as it has letters. Where no spaces part words, each letter is one. */
function spreadWords({ startMs, endMs, text }: Segment): Fields[] {
  const words = text.trim().split(/\s+/).filter(Boolean).flatMap(parts);
  const letters = words.reduce((sum, word) => sum + [...word].length, 0);
  let at = 0;
  return words.map((word) => {
    const start = startMs + ((endMs - startMs) * at) / letters;
    at += [...word].length;
    return { word, start: start / 1000, end: (startMs + ((endMs - startMs) * at) / letters) / 1000 };
  });
}

const parts = (text: string): string[] =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? Array.from(new Intl.Segmenter('ja', { granularity: 'word' }).segment(text), ({ segment }) => segment)
    : [text];

function languageOf(answer: Fields): Pick<Answer, 'language' | 'languageProbabilities'> {
  const named = [answer.detected_language, answer.language].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  const given = isObject(answer.language_probabilities) ? Object.entries(answer.language_probabilities) : [];
  const probabilities = given.flatMap(([name, value]) => {
    const probability = finite(value);
    return probability === undefined ? [] : [[languageCode(name), probability] as const];
  });
  return {
    language: named === undefined ? null : languageCode(named),
    languageProbabilities: probabilities.length > 0 ? Object.fromEntries(probabilities) : null,
  };
}

/** Whisper's languages. */
const codes =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk ' +
  'km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te ' +
  'tg th tk tl tr tt uk ur uz vi yi yo yue zh';

/** "german" -> "de": servers give either. Whisper calls a few otherwise than Unicode does. */
const codeByName: ReadonlyMap<string, string> = new Map([
  ...codes.split(' ').map((code) => [languageName(code).toLowerCase(), code] as const),
  ['castilian', 'es'],
  ['mandarin', 'zh'],
  ['flemish', 'nl'],
]);

function languageCode(name: string): string {
  const lower = name.trim().toLowerCase();
  return codeByName.get(lower) ?? lower.split(/[-_]/)[0]!;
}
