import { Text, UnstyledButton } from '@mantine/core';
import { Fragment, memo } from 'react';
import type { TranscriptSegment } from '../../../../../domain/transcript/segments.ts';
import { formatClock, formatCount, formatDecimal, formatShare } from '../../../components/format.ts';
import { listenTexts } from '../../../texts/run.ts';
import classes from './transcript.module.css';
import { type MarkedWord, type Marks, markWords } from './transcript-marks.ts';

interface SegmentProps {
  segment: TranscriptSegment;
  name: string;
  colour: string;
  /** Not repeated for the same speaker's next segment. */
  isContinued: boolean;
  /** Of the candidate; null for the others. */
  marks: Marks | null;
  canPlay: boolean;
}

/** A stretch of one speaker's words. A click on any of them is heard by the transcript. */
export const Segment = memo(function Segment(props: SegmentProps) {
  const { segment, name, colour, isContinued, marks, canPlay } = props;
  const clock = formatClock(segment.startMs);
  return (
    <div className={classes.segment} data-continued={isContinued || undefined}>
      {canPlay ? (
        <UnstyledButton
          className={classes.clock}
          data-start={segment.startMs}
          aria-label={listenTexts.playFrom(clock)}
        >
          {clock}
        </UnstyledButton>
      ) : (
        <span className={classes.clock}>{clock}</span>
      )}
      <div>
        {!isContinued && (
          <Text
            size="xs"
            fw={600}
            className={classes.name}
            style={{ '--speaker': `var(--mantine-color-${colour}-6)` }}
          >
            {name}
          </Text>
        )}
        <p className={classes.words}>
          {markWords(segment, marks).map((marked) => (
            <Fragment key={`${marked.word.startMs} ${marked.word.text}`}>
              <Word {...marked} />{' '}
            </Fragment>
          ))}
          {segment.words.length === 0 && (
            <span className={classes.overlap}>{listenTexts.notUnderstood} </span>
          )}
          {segment.overlap && <span className={classes.overlap}>{listenTexts.overlap}</span>}
        </p>
      </div>
    </div>
  );
});

function Word({ word, isDoubtful, isRepaired, isUnclear, rareRank, pauseBeforeMs }: MarkedWord) {
  const certainty = formatShare(word.confidence);
  const pauseSeconds = pauseBeforeMs === undefined ? '' : formatDecimal(pauseBeforeMs / 1000, 1);
  const title = [
    word.uncertain && listenTexts.uncertain(certainty),
    isDoubtful && listenTexts.doubtful(certainty),
    word.filler && listenTexts.filler,
    isRepaired && listenTexts.repaired,
    rareRank !== undefined && listenTexts.rare(formatCount(rareRank)),
    isUnclear && listenTexts.unclear,
  ].filter(Boolean);
  return (
    <>
      {pauseBeforeMs !== undefined && (
        <>
          <span className={classes.pause} title={listenTexts.silenceTitle(pauseSeconds)}>
            {listenTexts.silence(pauseSeconds)}
          </span>{' '}
        </>
      )}
      <span
        className={classes.word}
        data-start={word.startMs}
        data-word
        data-uncertain={word.uncertain}
        data-doubtful={isDoubtful || undefined}
        data-filler={word.filler}
        data-repaired={isRepaired || undefined}
        data-rare={rareRank !== undefined || undefined}
        data-unclear={isUnclear || undefined}
        {...(title.length > 0 && { title: title.join('. ') })}
      >
        {word.uncertain || isDoubtful ? `[${word.text}?]` : word.text}
      </span>
    </>
  );
}
