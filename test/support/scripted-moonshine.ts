import assert from 'node:assert/strict';
import type { DecoderState, DecoderStep, MoonshineNetworks } from '#server/engines/asr/moonshine/networks.ts';

/** What may follow a text (without the start), with probabilities. */
export type Says = (text: readonly number[]) => Readonly<Record<number, number>>;

/** A window that the scripted decoder answers with `says[index]`. */
export const scriptedWindow = (index: number, frames = 100): Float32Array =>
  new Float32Array(frames).fill(index);

interface ScriptedState extends DecoderState {
  /** Which script each window follows. */
  ids: number[];
  frames: number;
  /** Of each row of the step before, the start included. */
  texts: number[][];
}

/** How many are given by `top`, as the real graph gives 16. */
const tops = 3;

/** Networks whose decoder does as told, so that the search can be looked at by itself. A frame has one number. */
export function scriptedMoonshine(says: readonly Says[]): MoonshineNetworks & { steps: { rows: number }[] } {
  const steps: { rows: number }[] = [];
  const stateOf = (state: object) => state as ScriptedState;
  return {
    steps,
    width: 1,
    encode: async (samples) => samples,
    begin: (windows) =>
      stateOf({
        windows: windows.length,
        ids: windows.map((states) => states[0]!),
        frames: Math.max(...windows.map(({ length }) => length)),
        texts: windows.map(() => []),
        length: 0,
      }),
    async next(state, tokens, rows, { all = false } = {}): Promise<DecoderStep> {
      const { ids, texts, frames, length } = stateOf(state);
      assert.equal(tokens.length, rows.length);
      assert.equal(rows.length % ids.length, 0, 'as many rows for every window');
      steps.push({ rows: rows.length });
      const now = rows.map((row, at) => {
        const before = texts[row];
        assert.ok(before, `row ${row} of ${texts.length}`);
        assert.equal(before.length, length);
        return [...before, tokens[at]!];
      });
      const perWindow = rows.length / ids.length;
      const next = now.map((text, at) => says[ids[Math.floor(at / perWindow)]!]!(text.slice(1)));
      return {
        state: stateOf({ ...state, texts: now, length: length + 1 }),
        top(row) {
          const best = Object.entries(next[row]!)
            .map(([token, probability]) => ({ token: Number(token), probability }))
            .sort((a, b) => b.probability - a.probability)
            .slice(0, tops);
          return {
            tokens: best.map(({ token }) => token),
            probabilities: best.map(({ probability }) => probability),
          };
        },
        probabilityOf(row, token) {
          assert.ok(all, 'all probabilities were not asked for');
          return next[row]![token] ?? 0;
        },
        attention: (row) => new Float32Array(frames).fill(now[row]!.length),
      };
    },
    keepWindows(state, kept) {
      const { ids } = stateOf(state);
      return stateOf({ ...state, windows: kept.length, ids: kept.map((place) => ids[place]!) });
    },
    close: async () => {},
  };
}
