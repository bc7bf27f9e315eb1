import { endsSentence } from '../../domain/transcript/sentences.ts';
import type { TurnEnd } from './port.ts';
import type { TurnSoFar } from './turn-so-far.ts';
import { leadsOn, seldomEnds } from './unfinished.ts';

/** Only the whole utterance ends a sentence: a part of one is written with a full stop wherever it stops. */
export function reasonOf(
  { lastWord, isWhole }: Pick<TurnSoFar, 'lastWord' | 'isWhole'>,
  language: string,
): TurnEnd['reason'] {
  if (lastWord !== '' && leadsOn(lastWord, language)) return 'long-silence';
  return isWhole && endsSentence(lastWord) && !seldomEnds(lastWord, language) ? 'sentence-ended' : 'silence';
}
