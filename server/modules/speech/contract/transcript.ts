import { Type } from 'typebox';
import { flag, listOf, orNull, share, text, whole } from '../../shapes/schema.ts';

const clock = 'on the clock of the recording, in milliseconds from its beginning';

/** Of anything that was said. */
export const times = {
  startMs: whole(`Where it begins, ${clock}.`),
  endMs: whole(`Where it ends, ${clock}.`),
};

const confidence = 'Higher is surer; recognisers differ in what a number means.';

const TranscriptWord = Type.Object(
  {
    text: text('As recognised, with the punctuation that the recogniser gives.'),
    ...times,
    confidence: share(`Probability that the word was said, as the recogniser sees it. ${confidence}`),
    filler: Type.Optional(
      Type.Literal(true, {
        description: 'A hesitation such as “uh”: never scored as vocabulary. Absent otherwise.',
      }),
    ),
    uncertain: Type.Optional(
      Type.Literal(true, {
        description:
          'Below the recogniser’s threshold: perhaps another word, and never scored. Absent otherwise.',
      }),
    ),
  },
  { $id: 'TranscriptWord', description: 'A word of a segment.' },
);

const TranscriptSegment = Type.Object(
  {
    id: text('Of the segment within this transcript: "seg_1", "seg_2", … in time order.'),
    speaker: text('`id` of one of `speakers`.'),
    ...times,
    text: text(
      'Words in [brackets?] are uncertain. "[…]", without words: somebody spoke and was not understood.',
    ),
    confidence: share('Mean of the words’ `confidence`, weighted by their length; 0 without words.'),
    overlap: flag('Somebody else spoke at the same time.'),
    words: listOf(TranscriptWord, 'Every word, in the order spoken; empty where nothing was understood.'),
  },
  { $id: 'TranscriptSegment', description: 'What one speaker says without a long pause.' },
);

const Speaker = Type.Object(
  {
    id: text('"S1", "S2", … in order of first appearance.'),
    label: text('For people: "Speaker 1".'),
    role: Type.Enum(['candidate', 'interviewer', 'other'], {
      description:
        'interviewer: of the others, the one who speaks most. Everybody is "other" where no candidate was found.',
    }),
    speakingMs: whole('How long they speak in all, in milliseconds.'),
    wordCount: whole('Words recognised, fillers left out.'),
    turnCount: whole('How often they take the word.'),
  },
  { $id: 'Speaker', description: 'A voice that was told apart from the others.' },
);

export const Transcript = Type.Object(
  {
    segments: listOf(TranscriptSegment, 'In time order; empty once the transcript was deleted.'),
    speakers: listOf(Speaker, 'Everybody who speaks.'),
    candidateText: orNull(
      text(
        'All segments of the candidate, one a line. Null where no candidate was found, and once the transcript was deleted.',
      ),
    ),
    candidateSpeaker: orNull(text('`id` of the candidate among `speakers`. Null where none was found.')),
  },
  { $id: 'Transcript', description: 'Who said what, and when.' },
);
