import { useEffect, useRef } from 'react';
import type { Caption } from '../../../live/protocol.ts';
import { useSpeech } from '../texts/speech.tsx';

/** Scrolled so near to the end, the list follows along. In CSS pixels. */
const nearEnd = 80;

/** What was said so far. Follows along unless the candidate has scrolled back. Only whole lines are read aloud. */
export function Captions({ captions }: { captions: readonly Caption[] }) {
  const { texts } = useSpeech();
  const list = useRef<HTMLElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when something was added
  useEffect(() => {
    const { current } = list;
    if (current && follows.current) current.scrollTop = current.scrollHeight;
  }, [captions]);
  // The box gets smaller when a phone's keyboard comes, or the field for typed answers.
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (follows.current) entry!.target.scrollTop = entry!.target.scrollHeight;
    });
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = list.current!;
    follows.current = scrollHeight - clientHeight - scrollTop < nearEnd;
  };
  const lines = (isFinal: boolean) =>
    captions
      .filter((caption) => caption.isFinal === isFinal)
      .map(({ id, speaker, text }) => (
        <p key={id} className="caption" data-speaker={speaker}>
          <span className="caption-speaker">
            {speaker === 'candidate' ? texts.interview.you : texts.interview.interviewer}
          </span>
          <span dir="auto">{text}</span>
        </p>
      ));
  return (
    <section
      ref={list}
      className="captions"
      aria-label={texts.interview.captions}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reached with the keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      <div role="log" aria-live="polite">
        {lines(true)}
      </div>
      <div aria-hidden="true" className="unfinished">
        {lines(false)}
      </div>
    </section>
  );
}
