import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { planInterview } from '#server/domain/interview/plan.ts';
import {
  type ConversationState,
  createConversation,
  newConversation,
} from '#server/engines/interviewer/conversation.ts';
import type { EarEvent } from '#server/live/ear/protocol.ts';
import { frameMs } from '#server/live/mouth.ts';
import type { Caption } from '#server/live/protocol.ts';
import { createTalk, type TalkOptions } from '#server/live/talk.ts';

export const plan = planInterview({ language: 'en', roleName: 'Nurse', seed: 'one', budgetMs: 30 * 60_000 });

interface Note {
  kind: string;
  data: Record<string, unknown>;
}

/** A talk whose clock the test moves; every sentence of the interviewer lasts 2 s. */
export function scene(options: Partial<TalkOptions> = {}) {
  const notes: Note[] = [];
  const phases: string[] = [];
  const captions: Caption[] = [];
  let [turns, isOver, hushes]: [readonly { speaker: string; text: string }[], boolean, number] = [
    [],
    false,
    0,
  ];
  let nowMs = 0;
  const loud: boolean[] = [];
  const talk = createTalk({
    state: newConversation(plan),
    make: (state: ConversationState) =>
      createConversation(state, { model: null, personaPrompt: '', basePrompt: null }),
    language: 'en',
    budgetMs: plan.budgetMs,
    turns: [],
    captions: 0,
    async *speak() {
      yield new Int16Array(32_000).fill(1000);
    },
    elapsedMs: () => nowMs,
    isTyped: false,
    listener: {
      phase: (phase) => phases.push(phase),
      caption: (caption) => captions.push(caption),
      hush: () => {
        hushes++;
      },
      note: (kind, data) => notes.push({ kind, data }),
      turns: (all) => {
        turns = structuredClone(all);
      },
      changed: () => undefined,
      silent: (error) => assert.fail(String(error)),
      over: () => {
        isOver = true;
      },
    },
    ...options,
  });
  const scene = {
    talk,
    notes,
    phases,
    captions,
    get turns() {
      return turns;
    },
    get isOver() {
      return isOver;
    },
    get hushes() {
      return hushes;
    },
    get nowMs() {
      return nowMs;
    },
    of: (kind: string) => notes.filter((note) => note.kind === kind).map(({ data }) => data),
    /** Whether the interviewer was heard in the last frames. */
    isHeard: (lastMs: number) => loud.slice(-Math.round(lastMs / frameMs)).some(Boolean),
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += frameMs) {
        loud.push(talk.tick(nowMs).some((sample) => sample !== 0));
        nowMs += frameMs;
        await setImmediate();
      }
    },
    async until(condition: () => boolean, withinMs = 120_000) {
      const giveUp = nowMs + withinMs;
      while (!condition()) {
        assert.ok(nowMs < giveUp, `It did not come about.\n${JSON.stringify({ phases, captions, notes })}`);
        await scene.pass(frameMs);
      }
    },
    hear: (event: EarEvent) => talk.hear(event),
    /** Speech from now on, as the ear tells of it, with the words at its end; the turn is not ended. */
    async speech(text: string, ms: number) {
      const startMs = nowMs;
      await scene.pass(110);
      talk.hear({ type: 'speech-likely', startMs });
      await scene.pass(140);
      talk.hear({ type: 'speech-start', startMs });
      await scene.pass(ms - 250);
      const endMs = nowMs;
      await scene.pass(200);
      talk.hear({ type: 'speech-end', startMs, endMs });
      await scene.pass(200);
      const words = text
        .split(' ')
        .filter(Boolean)
        .map((word) => ({ text: word, startMs, endMs, confidence: 1 }));
      talk.hear({ type: 'final', startMs, endMs, words });
      return { startMs, endMs };
    },
    async answer(text: string, ms = 3000) {
      const span = await scene.speech(text, ms);
      await scene.pass(100);
      talk.hear({ type: 'turn-end', ...span, atMs: nowMs, reason: 'sentence-ended', probability: 0.95 });
      await scene.pass(frameMs * 2);
      return span;
    },
    /** In the middle of what follows an answer: its opening is said, and its first two seconds. */
    async asking() {
      await scene.opened();
      await scene.answer(longAnswer);
      await scene.until(() => phases.at(-1) === 'speaking');
      await scene.pass(2300);
      return scene;
    },
    async opened() {
      talk.begin();
      await scene.until(() => phases.at(-1) === 'listening');
      return scene;
    },
  };
  return scene;
}

export const longAnswer =
  'I have worked as a nurse in a hospital for many years and looked after children there.';
