import { type ReactNode, useEffect, useRef } from 'react';
import { fill } from '../texts/fill.ts';
import { useSpeech } from '../texts/speech.tsx';

/** A page of the way: its heading gets the focus, so that people who cannot see the change hear of it. */
export function Step({
  title,
  of,
  children,
}: {
  title: string;
  /** Which of how many. */
  of?: readonly [number: number, count: number];
  children: ReactNode;
}) {
  const { texts } = useSpeech();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <section className="step">
      {of && <p className="step-number">{fill(texts.step, { number: of[0], count: of[1] })}</p>}
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      {children}
    </section>
  );
}
