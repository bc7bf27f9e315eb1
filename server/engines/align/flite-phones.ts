import { seconds } from '../../time.ts';
import { runProgram } from '../child-process.ts';
import { modelPhone } from './phones.ts';
import type { Pronunciation } from './pronunciation.ts';

/** Short enough for one argument, long enough that starting the program does not matter. */
const wordsPerCall = 200;

/**
 * Pronounces English words with flite's lexicon and letter-to-sound rules, digits read out.
 *
 * Words are spoken as a list, "a, b, c": flite prints a pause between them, which is how its phones are told
 * apart. Where the pauses do not add up (a word that is read as two groups, or not at all) the list is halved.
 *
 * @param words lower case letters, digits and apostrophes only
 * @returns a pronunciation for every word that has one
 * @throws ProgramError when flite is missing or fails
 */
export async function pronounceWithFlite(
  words: readonly string[],
  options: { program?: string; signal?: AbortSignal | undefined } = {},
): Promise<Map<string, Pronunciation>> {
  const found = new Map<string, Pronunciation>();
  const waiting: string[][] = [];
  for (let at = 0; at < words.length; at += wordsPerCall) waiting.push(words.slice(at, at + wordsPerCall));

  for (let list = waiting.shift(); list; list = waiting.shift()) {
    const { stdout } = await runProgram({
      program: options.program ?? 'flite',
      // flite's default voice says "but" with the vowel of "not" (b aa t); this one as its lexicon has it (b ah t).
      args: ['-voice', 'kal16', '-ps', '-o', 'none', '-t', list.join(', ')],
      timeoutMs: seconds(60),
      signal: options.signal,
    });
    const groups = groupsBetweenPauses(stdout.toString('latin1'));
    if (groups.length === list.length) {
      for (const [index, word] of list.entries()) found.set(word, groups[index]!);
    } else if (list.length > 1) {
      const middle = list.length >> 1;
      waiting.unshift(list.slice(0, middle), list.slice(middle));
    } else if (groups.length > 1) {
      found.set(list[0]!, groups.flat());
    }
  }
  return found;
}

function groupsBetweenPauses(output: string): string[][] {
  return output
    .split(/\bpau\b/)
    .map((group) =>
      group
        .trim()
        .split(/\s+/)
        .map(modelPhone)
        .filter((phone) => phone !== undefined),
    )
    .filter((group) => group.length > 0);
}
