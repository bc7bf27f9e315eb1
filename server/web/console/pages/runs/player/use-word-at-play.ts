import { type RefObject, useEffect } from 'react';
import type { TranscriptWord } from '../../../../../domain/transcript/segments.ts';
import type { Player } from './player.ts';
import { indexAt } from './word-index.ts';

interface WordAtPlay {
  box: RefObject<HTMLElement | null>;
  player: Player | null;
  /** In the order of the elements with `data-word` in the box. */
  words: readonly TranscriptWord[];
  isFollowing: boolean;
}

/** A word stays marked this long after its end. */
const LINGER_MS = 400;

/** Marks the word that is heard, and keeps it in sight. Past React: it happens several times a second. */
export function useWordAtPlay({ box, player, words, isFollowing }: WordAtPlay): void {
  useEffect(() => {
    const element = box.current;
    if (!player || !element) return;
    // Words of speakers who talk at once lie in two segments: by time they are in another order.
    const places = words.map((_, place) => place).sort((a, b) => words[a]!.startMs - words[b]!.startMs);
    const startsMs = Float64Array.from(places, (place) => words[place]!.startMs);
    const spans = element.querySelectorAll<HTMLElement>('[data-word]');
    let marked: HTMLElement | undefined;

    const mark = (positionMs: number) => {
      const place = places[indexAt(startsMs, positionMs)];
      const isOver = place === undefined || positionMs > words[place]!.endMs + LINGER_MS;
      const span = isOver ? undefined : spans[place];
      if (span === marked) return;
      marked?.removeAttribute('data-now');
      span?.setAttribute('data-now', '');
      marked = span;
      if (span && isFollowing) keepInSight(element, span);
    };
    mark(player.positionMs());
    const stop = player.onPosition(mark);
    return () => {
      stop();
      marked?.removeAttribute('data-now');
    };
  }, [box, player, words, isFollowing]);
}

function keepInSight(box: HTMLElement, span: HTMLElement): void {
  const outer = box.getBoundingClientRect();
  const inner = span.getBoundingClientRect();
  const top = inner.top - outer.top;
  if (top > outer.height * 0.15 && top < outer.height * 0.7) return;
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  box.scrollTo({
    top: box.scrollTop + top - outer.height * 0.3,
    behavior: isReduced ? 'auto' : 'smooth',
  });
}
