import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Player } from '#server/web/console/pages/runs/player/player.ts';
import { useWordAtPlay } from '#server/web/console/pages/runs/player/use-word-at-play.ts';
import { replaceGlobal } from '#test/support/console-hooks.ts';
import { renderHook } from '#test/support/render-hook.ts';

type Listener = (positionMs: number) => void;

/** Two people at once: the third word on the page is heard before the second. */
const words = [
  { text: 'so', startMs: 0, endMs: 300, confidence: 1 },
  { text: 'yes', startMs: 1000, endMs: 1400, confidence: 1 },
  { text: 'well', startMs: 600, endMs: 900, confidence: 1 },
];

function page() {
  const marked = new Set<number>();
  const scrolled: number[] = [];
  const box = {
    scrollTop: 0,
    getBoundingClientRect: () => ({ top: 0, height: 100 }),
    scrollTo: ({ top }: { top: number }) => void scrolled.push(top),
    querySelectorAll: () =>
      words.map((_, place) => ({
        setAttribute: () => void marked.add(place),
        removeAttribute: () => void marked.delete(place),
        // The second word stands far below.
        getBoundingClientRect: () => ({ top: place === 1 ? 500 : 20 }),
      })),
  };
  const listeners = new Set<Listener>();
  const player = {
    positionMs: () => 0,
    onPosition: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as Player;
  const play = (positionMs: number) => {
    for (const listener of listeners) listener(positionMs);
    return [...marked];
  };
  return { box: { current: box as unknown as HTMLElement }, player, play, marked, scrolled, listeners };
}

test('the word that is heard is marked, by time and not by its place on the page', async (t) => {
  const { box, player, play, marked } = page();
  await renderHook(t, useWordAtPlay, { box, player, words, isFollowing: false });
  assert.deepEqual([...marked], [0], 'where the player stands');
  assert.deepEqual(play(650), [2]);
  assert.deepEqual(play(1100), [1]);
  assert.deepEqual(play(1800), [1], 'a moment longer than it is said');
  assert.deepEqual(play(1801), []);
});

test('only who follows is taken to a word that is out of sight', async (t) => {
  const { box, player, play, scrolled } = page();
  replaceGlobal(t, 'matchMedia', () => ({ matches: false }));
  const hook = await renderHook(t, useWordAtPlay, { box, player, words, isFollowing: false });
  play(1100);
  assert.deepEqual(scrolled, []);
  await hook.render({ box, player, words, isFollowing: true });
  play(650);
  assert.deepEqual(scrolled, [], 'it is in sight');
  play(1100);
  assert.deepEqual(scrolled, [470]);
});

test('a page that is left marks nothing any more', async (t) => {
  const { box, player, play, marked, listeners } = page();
  const hook = await renderHook(t, useWordAtPlay, { box, player, words, isFollowing: false });
  play(650);
  await hook.leave();
  assert.deepEqual([marked.size, listeners.size], [0, 0]);
});
