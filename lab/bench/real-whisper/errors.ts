import { transcriptErrors, wordErrors } from '../../../testkit/word-errors.ts';

/** Languages whose transcripts are compared character by character. */
export const byCharacter: readonly string[] = ['ja', 'zh', 'ko'];

const characters = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]/gu) ?? [];

/** Word errors of a transcript, or character errors where words are not parted by spaces. */
export const errorsOf = (reference: string, hypothesis: string, language: string) =>
  byCharacter.includes(language)
    ? wordErrors(characters(reference), characters(hypothesis))
    : transcriptErrors(reference, hypothesis, language);
