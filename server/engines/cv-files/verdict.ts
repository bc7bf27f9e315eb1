import { isReadable, lettersIn, minDocumentLetters } from '../../domain/cv/readability.ts';
import type { CvDocument } from '../../domain/cv/types.ts';
import type { CvFileFault, CvFileReading } from './port.ts';

/** One word is a program's leftover more often than an author's trick. It is left out all the same. */
const minHiddenWords = 2;

export const hiddenTextWarning = (hiddenWords: number): string[] =>
  hiddenWords < minHiddenWords
    ? []
    : [
        `This CV holds text that cannot be seen: ${hiddenWords} words in the colour of what is behind them, too small, covered, or off the page. They were left out.`,
      ];

/**
 * What was read, or why it is no CV: what cannot be read must never be scored.
 *
 * @param file what it was read from, for people: "PDF"
 */
export function judged(document: CvDocument, warnings: string[], file: string): CvFileReading {
  const text = document.lines.map((line) => line.text).join('\n');
  if (lettersIn(text) < minDocumentLetters && !hasUnreadableSigns(text)) {
    return refused(
      'CV_TEXT_MISSING',
      `The ${file} holds no text, or too little to be a CV: it may be a scan or a picture.`,
    );
  }
  if (!isReadable(text)) {
    return refused(
      'CV_UNREADABLE',
      `The text of the ${file} cannot be read: its fonts do not say which letters they show.`,
    );
  }
  return { ok: true, document, warnings };
}

const hasUnreadableSigns = (text: string) =>
  text.replace(/\s/g, '').length >= minDocumentLetters && !isReadable(text);

export const refused = (fault: CvFileFault, reason: string) => ({ ok: false, fault, reason }) as const;
