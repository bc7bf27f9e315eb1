/** What cp1252 shows for the bytes 0x80–0x9F; the rest of its upper half is Latin-1. */
const cp1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A lead byte of UTF-8 and what follows it, shown as cp1252. */
const misreadUtf8 = new RegExp(`[Â-ô][${cp1252.replace(/[\]\\^-]/g, '\\$&')}\\u0080-¿]{1,3}`, 'g');

/** Left over where a form's HTML was printed as text. */
const entities: Record<string, string> = {
  '&amp;': '&',
  '&nbsp;': ' ',
  '&ndash;': '–',
  '&mdash;': '—',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&rsquo;': '’',
  '&lsquo;': '‘',
  '&bull;': '•',
};

/**
 * Text as it was meant: ligatures taken apart, UTF-8 that was once shown as cp1252 ("Ã©") read again, exotic spaces
 * made plain, invisible signs removed. Never makes a word that is not there.
 */
export function repairText(text: string): string {
  return (
    text
      .replace(misreadUtf8, readAgain)
      // A full-width sign of the same accident whose last byte was lost: it stood between employer and place.
      .replace(/ï¼[\u008d\u200b]?/g, ' – ')
      // Bullets whose last byte was lost on the same way.
      .replace(/â—[\u008f\u008b\u200b]?(?=\s|$)/g, '•')
      .replace(/Â(?=[\s\u00a0]|$)/g, ' ')
      .replace(/&(?:amp|nbsp|ndash|mdash|lt|gt|quot|#39|rsquo|lsquo|bull);/g, (entity) => entities[entity]!)
      .replace(/[\ufb00-\ufb06\ufb13-\ufb17]/g, (ligature) => ligature.normalize('NFKC'))
      // Arabic as it was drawn, letter by letter, instead of as it is written.
      .replace(/[\ufb50-\ufdff\ufe70-\ufefc]+/g, (forms) => forms.normalize('NFKC'))
      .replace(/[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g, ' ')
      .replace(/\p{Cc}|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
      .normalize('NFC')
  );
}

function readAgain(shown: string): string {
  const bytes = Uint8Array.from(shown, (sign) => {
    const at = cp1252.indexOf(sign);
    return at >= 0 ? 0x80 + at : sign.charCodeAt(0);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return shown;
  }
}

/** Signs that fonts of symbols draw as bullets live in the private use area; "o" and "§" are Word's other bullets. */
const bullet =
  /^(?:[•‣⁃∙●○◦◉◌▪▫■□▸▹►▻▶➤➢➣➔→❖✓✔✦✧★☆※·¨\u00b7\u2022\uf000-\uf0ff\ufffd]+\s*|(?:[-–—*§»o]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+(?=\S))/u;

/** Where the text behind a leading bullet or number begins; 0 where there is none. */
export function bulletLength(text: string): number {
  return bullet.exec(text)?.[0].length ?? 0;
}
