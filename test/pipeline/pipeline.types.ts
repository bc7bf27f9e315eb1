import { pipeline, type StateOf } from '#server/pipeline/pipeline.ts';
import type { OptionalStep, RequiredStep } from '#server/pipeline/step.ts';

/**
 * What the compiler must refuse. `tsc --noEmit` checks this file: an `@ts-expect-error` that meets no error is
 * an error itself.
 */

interface Engines {
  ear: { listen(path: string): string[] };
}

const common = { lane: 'cpu', timeoutMs: 1000, failsAs: 'INTERNAL_ERROR' } as const;

const decode: RequiredStep<{ path: string }, { pcm: string }, Engines> = {
  ...common,
  name: 'decode',
  required: true,
  run: async ({ path }) => ({ pcm: path }),
};

const transcribe: RequiredStep<{ pcm: string }, { words: string[] }, Engines> = {
  ...common,
  name: 'transcribe',
  required: true,
  run: async ({ pcm }, { engines }) => ({ words: engines.ear.listen(pcm) }),
};

const explain: OptionalStep<{ words: string[] }, { text: string }, Engines> = {
  ...common,
  name: 'explain',
  required: false,
  run: async ({ words }) => ({ text: words.join(' ') }),
};

const needsText: RequiredStep<{ text: string }, { length: number }, Engines> = {
  ...common,
  name: 'needsText',
  required: true,
  run: async ({ text }) => ({ length: text.length }),
};

const usesTextIfThere: RequiredStep<{ text?: string }, { length: number }, Engines> = {
  ...common,
  name: 'usesTextIfThere',
  required: true,
  run: async ({ text }) => ({ length: text?.length ?? 0 }),
};

const needsNose: RequiredStep<{ path: string }, { smell: string }, { nose: () => string }> = {
  ...common,
  name: 'needsNose',
  required: true,
  run: async (_, { engines }) => ({ smell: engines.nose() }),
};

const begin = () => pipeline<{ path: string }, Engines>('example');

const good = begin()
  .add(decode)
  .add(transcribe, decode)
  .add(explain, transcribe)
  .add(usesTextIfThere, explain);

// What a finished run has, and what it may have.
const state: StateOf<typeof good> = { path: '', pcm: '', words: [], length: 0 };
state.text = 'optional';
// @ts-expect-error a required step's output is always there
const incomplete: StateOf<typeof good> = { path: '', pcm: '', length: 0 };
void incomplete;

// @ts-expect-error transcribe reads what decode gives, and there is no decode
begin().add(transcribe);

// @ts-expect-error transcribe must say that it reads from decode
begin().add(decode).add(transcribe);

// @ts-expect-error the order counts
begin().add(transcribe, decode).add(decode);

// @ts-expect-error a required step must not rely on an optional one
begin().add(decode).add(transcribe, decode).add(explain, transcribe).add(needsText, explain);

// @ts-expect-error a step that may read what an optional one gives must say so, or it would not wait for it
begin().add(decode).add(transcribe, decode).add(explain, transcribe).add(usesTextIfThere, transcribe);

// @ts-expect-error the lane's engines have no nose
begin().add(needsNose);

// @ts-expect-error an input of another shape
pipeline<{ file: string }, Engines>('example').add(decode);
