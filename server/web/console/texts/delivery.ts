import { inLanguage } from './language.ts';

/** How it was said: the measures beside the scores. */
export const deliveryTexts = inLanguage('deliveryTexts', {
  title: 'How it was said',
  description:
    'Beside the scores: none of this is scored, because it was not compared with experts’ ratings.',
  talkShare: 'Share of all talk',
  connectives: 'Words that join thoughts',
  connectiveKinds: {
    cause: 'cause',
    contrast: 'contrast',
    condition: 'condition',
    order: 'order',
    addition: 'addition',
    example: 'example',
  },
  ofKind: (kind: string, words: string) => `${kind} (${words})`,
  fillers: 'Filled pauses',
  per100: (value: string) => `${value} in 100 words`,
  words: (list: readonly string[]) => list.join(', '),
  times: (text: string, count: number) => `${text} ${count}×`,
  none: 'none',
  freeTalk: 'Signs of free talk, in 100 words',
  freeTalkHelp:
    'People who talk freely have many of them, readers few. It is no verdict: in what we measured, no limit told the two apart.',
  freeTalkParts: {
    fillers: 'filled pauses',
    repairs: 'repetitions and restarts',
    contractions: 'contractions',
    discourseMarkers: 'words such as “well”',
  },
  part: (value: string, name: string) => `${value} ${name}`,
  pace: 'Pace, minute by minute',
  minute: 'Minute',
  wordsPerMinute: 'Words a minute',
  pausedShare: 'Time in pauses',
  repeated: 'Said twice',
  again: 'again at',
  repeatedWords: (count: number) => `${count} words`,
});
