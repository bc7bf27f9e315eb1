/** Longer texts are spoken in parts, so that the first sound comes soon. */
const maxPartChars = 240;

/**
 * A text as parts to be spoken one after the other: sentences, and long ones cut at commas or blanks. Control characters, marks that
 * voices take for commands and lone surrogates are taken out.
 */
export function spokenParts(text: string): string[] {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\[\[|\]\]|[<>|\\^{}\uFFFD]/gu, ' ')
    .replaceAll(/\p{C}/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return plain
    .split(/(?<=[.!?؟।][»”’"')]*)\s+|(?<=[。？！][」』”]*)(?![」』”])/u)
    .flatMap(cut)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function cut(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > maxPartChars) {
    const head = rest.slice(0, maxPartChars);
    const at =
      Math.max(head.search(/[,;:，、；：][^,;:，、；：]*$/u) + 1, 0) ||
      head.lastIndexOf(' ') + 1 ||
      wholeChars(head);
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at);
  }
  return [...parts, rest.trim()];
}

/** Never between the halves of a character. */
const wholeChars = (head: string): number => (/[\uD800-\uDBFF]$/.test(head) ? head.length - 1 : head.length);
