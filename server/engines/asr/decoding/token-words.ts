/** What tells tokens apart: how they are spelled, and where those that are no text begin. */
export interface TokenKinds {
  /** UTF-8 bytes of a text token; a character may begin in one token and end in the next. Null for special tokens. */
  bytesOf(token: number): Uint8Array | null;
  special: {
    /** Text tokens lie below it. */
    endOfText: number;
    /** Timestamps, where a model has them, from here on; one stands for 20 ms more than the one before it. */
    timestampBegin: number;
  };
}

/** A word and the tokens that spell it. */
export interface TokenWord {
  text: string;
  /** Indexes of its tokens: first, and one behind the last. */
  from: number;
  end: number;
  /** One behind the last token that is more than punctuation. */
  spokenEnd: number;
}

/** Languages written without spaces: words are found by dictionary, as far as Node's has them. */
const unspaced = new Set(['zh', 'ja', 'th', 'lo', 'my', 'km', 'yue']);

/** Bytes that are no character, and characters that are no text. */
const unreadable = /[\ufffd\p{Cc}\p{Cn}\p{Co}]/gu;

const punctuation = /^[\p{P}\p{S}\s]*$/u;
/** Marks that open something belong to the word behind them. */
const opening = /^[\s"'“‘¿¡([{«‹「『（《〈]*$/u;
/** Between spaces, a sign of writing only. */
const dash = /^[-–—]+$/;

/** A character of the text with the token in which it ends. */
interface Piece {
  text: string;
  from: number;
  end: number;
}

/**
 * Parts tokens into words, each with its punctuation. Every token with text belongs to exactly one word.
 *
 * @param tokens text and timestamps; the latter belong to no word and end the one before them
 * @param language ISO 639-1
 */
export function wordsOf(
  tokens: readonly number[],
  tokenizer: Pick<TokenKinds, 'bytesOf'> & { special: Pick<TokenKinds['special'], 'endOfText'> },
  language: string,
): TokenWord[] {
  const words: TokenWord[] = [];
  for (const phrase of phrasesOf(tokens, tokenizer.special.endOfText)) {
    const pieces = piecesOf(tokens, phrase, tokenizer);
    const units = unspaced.has(language) ? dictionaryUnits(pieces, language) : spacedUnits(pieces);
    words.push(...withPunctuation(units, tokens, tokenizer));
  }
  return words;
}

/** Chunks of text between timestamps. */
function phrasesOf(tokens: readonly number[], endOfText: number): { from: number; end: number }[] {
  const phrases: { from: number; end: number }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const from = at;
    while (at < tokens.length && tokens[at]! < endOfText) at++;
    if (at > from) phrases.push({ from, end: at });
    else at++;
  }
  return phrases;
}

/** Joins tokens until they are whole characters: one may take three tokens, and a token may hold several. */
function piecesOf(
  tokens: readonly number[],
  { from, end }: { from: number; end: number },
  tokenizer: Pick<TokenKinds, 'bytesOf'>,
): Piece[] {
  const pieces: Piece[] = [];
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let waiting: Uint8Array[] = [];
  let start = from;
  for (let at = from; at < end; at++) {
    waiting.push(tokenizer.bytesOf(tokens[at]!) ?? new Uint8Array());
    const bytes = Buffer.concat(waiting);
    // A character has four bytes at most: what is no text by then will not become any.
    const last = at === end - 1 || bytes.length > 16;
    let text: string;
    try {
      text = strict.decode(bytes);
    } catch {
      if (!last) continue;
      text = new TextDecoder().decode(bytes);
    }
    pieces.push({ text: text.replace(unreadable, ''), from: start, end: at + 1 });
    waiting = [];
    start = at + 1;
  }
  return pieces;
}

/** A word begins where a space does. */
function spacedUnits(pieces: readonly Piece[]): Piece[] {
  const units: Piece[] = [];
  for (const piece of pieces) {
    const last = units.at(-1);
    if (last && !/^\s/.test(piece.text)) {
      last.text += piece.text;
      last.end = piece.end;
    } else units.push({ ...piece });
  }
  return units;
}

function dictionaryUnits(pieces: readonly Piece[], language: string): Piece[] {
  const text = pieces.map((piece) => piece.text).join('');
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const starts = new Set([...segmenter.segment(text)].map(({ index }) => index));
  const units: Piece[] = [];
  let offset = 0;
  for (const piece of pieces) {
    const last = units.at(-1);
    // A token that reaches across a boundary keeps both words together.
    if (last && !starts.has(offset)) {
      last.text += piece.text;
      last.end = piece.end;
    } else units.push({ ...piece });
    offset += piece.text.length;
  }
  return units;
}

function withPunctuation(
  units: readonly Piece[],
  tokens: readonly number[],
  tokenizer: Pick<TokenKinds, 'bytesOf'>,
): TokenWord[] {
  const words: TokenWord[] = [];
  let before: Piece | undefined;
  for (const unit of units) {
    const text = unit.text.trim();
    if (punctuation.test(text)) {
      const last = words.at(-1);
      if (last && !before && !opening.test(text)) {
        if (!dash.test(text)) last.text += text;
        last.end = unit.end;
      } else before = { text: (before?.text ?? '') + text, from: before?.from ?? unit.from, end: unit.end };
      continue;
    }
    words.push({
      text: (before?.text ?? '') + text,
      from: before?.from ?? unit.from,
      end: unit.end,
      spokenEnd: spokenEnd(unit, tokens, tokenizer),
    });
    before = undefined;
  }
  // An opening mark at the very end opens nothing.
  const last = words.at(-1);
  if (before && last) last.end = before.end;
  return words;
}

/** Behind the last token with a letter or digit in it. */
function spokenEnd(
  { from, end }: Piece,
  tokens: readonly number[],
  tokenizer: Pick<TokenKinds, 'bytesOf'>,
): number {
  const decoder = new TextDecoder();
  for (let at = end; at > from + 1; at--) {
    const text = decoder.decode(tokenizer.bytesOf(tokens[at - 1]!) ?? new Uint8Array());
    if (!punctuation.test(text)) return at;
  }
  return from + 1;
}

/** Mean probability of a word's tokens (geometric), punctuation left out. */
export function confidenceOf(word: TokenWord, logProbabilities: readonly number[]): number {
  const spoken = logProbabilities.slice(word.from, Math.max(word.spokenEnd, word.from + 1));
  return Math.exp(spoken.reduce((sum, value) => sum + value, 0) / spoken.length);
}
