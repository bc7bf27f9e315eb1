import '../../engines/quiet-runtime.ts';
import { on } from 'node:events';
import type { StreamingAsrEvent, StreamingAsrSession } from '../../engines/asr/port.ts';
import { pcmDurationMs, samplesPerMs } from '../../engines/audio/pcm.ts';
import { composeSpeechEngines } from '../../engines/compose-speech.ts';
import { createSequence } from '../../engines/sequence.ts';
import type { EarOrder, EarReport, EarSettings } from './protocol.ts';

/** A process that hears interviews: speech, words and the ends of turns, several sessions over one copy of the networks. */

interface Session {
  push(samples: Int16Array): Promise<void>;
  close(): void;
}

// It goes with the process that started it, and not before: who stops a whole group of processes wants the interviews put down first.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);

/** What comes while the networks are loaded waits. */
const messages = on(process, 'message');
const [settings] = (await messages.next()).value as [EarSettings];
/** A report that cannot be sent is dropped: the parent process is gone. */
const tell = (report: EarReport) => process.send!(report, () => undefined);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const engines = composeSpeechEngines({ ...settings, hears: true });
const sessions = new Map<number, Session>();

try {
  const [{ asr, turns, vad }, { asr: batch }] = [await engines.forStreams(), await engines.recognisers()];
  const knowing = <Engine extends { languages: readonly string[] }>(
    all: readonly Engine[],
    language: string,
  ) => {
    const engine = all.find(({ languages }) => languages.includes(language));
    if (!engine) throw new Error(`No recogniser knows the language "${language}".`);
    return engine;
  };

  const open = ({
    session,
    language,
    hotwords,
    patienceMs,
    startMs,
  }: EarOrder & { type: 'open' }): Session => {
    const stop = new AbortController();
    const recogniser = knowing(asr, language);
    const turn = turns.start({ language, recogniser: recogniser.id, patienceMs });
    /** Times of the stream begin with the session: those of the recording may be further on. */
    const onRecording = <Event extends StreamingAsrEvent>(event: Event): Event => ({
      ...event,
      ...('startMs' in event && { startMs: event.startMs + startMs }),
      ...('endMs' in event && { endMs: event.endMs + startMs }),
      ...('words' in event && {
        words: event.words.map((word) => ({
          ...word,
          startMs: word.startMs + startMs,
          endMs: word.endMs + startMs,
        })),
      }),
    });
    const stream: StreamingAsrSession = recogniser.start({
      language,
      hotwords,
      signal: stop.signal,
      onEvent: (event) => {
        turn.hear(event);
        tell({ type: 'event', session, event: onRecording(event) });
      },
    });
    let pushedMs = 0;
    let cameMs = 0;
    const inSequence = createSequence();
    return {
      // The turn's sound is no further than its events, however late these are.
      push: (samples) => {
        cameMs += samples.length / samplesPerMs;
        return inSequence(async () => {
          stop.signal.throwIfAborted();
          const floats = Float32Array.from(samples, (sample) => sample / 32_768);
          turn.push(floats);
          const lengthMs = samples.length / samplesPerMs;
          await stream.push(floats, cameMs - pushedMs - lengthMs);
          pushedMs += lengthMs;
          const end = await turn.advance(pushedMs);
          tell({ type: 'heard', session, untilMs: startMs + pushedMs });
          if (!end || stop.signal.aborted) return;
          const times = {
            startMs: end.startMs + startMs,
            endMs: end.endMs + startMs,
            atMs: end.atMs + startMs,
          };
          tell({ type: 'event', session, event: { type: 'turn-end', ...end, ...times } });
        });
      },
      close: () => stop.abort(new Error('The session is over.')),
    };
  };

  const take = async (order: EarOrder): Promise<void> => {
    switch (order.type) {
      case 'open':
        try {
          sessions.set(order.session, open(order));
        } catch (error) {
          tell({ type: 'failed', session: order.session, reason: reasonOf(error) });
        }
        return;
      case 'push':
        await sessions
          .get(order.session)
          ?.push(order.samples)
          .catch((error: unknown) => {
            // Closed meanwhile: its fault is of no interest.
            if (!sessions.delete(order.session)) return;
            tell({ type: 'failed', session: order.session, reason: reasonOf(error) });
          });
        return;
      case 'close': {
        const session = sessions.get(order.session);
        sessions.delete(order.session);
        session?.close();
        return;
      }
      case 'transcribe': {
        const { request, language, hotwords, pcmPath } = order;
        try {
          const { signal } = new AbortController();
          const within = [{ startMs: 0, endMs: await pcmDurationMs(pcmPath) }];
          const speech = await vad.detectSpeech({ pcmPath, within, signal });
          const recogniser = knowing(batch, language);
          const words =
            speech.length === 0
              ? []
              : (await recogniser.transcribe({ pcmPath, speech, language, hotwords, signal })).words;
          tell({ type: 'transcribed', request, words });
        } catch (error) {
          tell({ type: 'not-transcribed', request, reason: reasonOf(error) });
        }
      }
    }
  };
  tell({ type: 'ready', languages: [...new Set(batch.flatMap(({ languages }) => languages))] });
  for await (const [order] of messages) void take(order as EarOrder);
} catch (error) {
  tell({ type: 'unable', reason: reasonOf(error) });
}
