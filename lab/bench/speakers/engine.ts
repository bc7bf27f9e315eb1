import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Span } from '#server/domain/transcript/types.ts';
import { createClusteringSpeakers } from '#server/engines/speakers/clustering.ts';
import type { Diarisation } from '#server/engines/speakers/port.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { parseRttm, type SpeakerSpan } from '../../../testkit/der.ts';
import { plain, type Recording } from './recordings.ts';

/** What the bench measures: who spoke when in one recording. */
export interface EngineUnderTest {
  detectSpeech(recording: Recording): Promise<Span[]>;
  tellApart(recording: Recording, speech: readonly Span[]): Promise<Diarisation>;
}

export const bundledModels = resolve(import.meta.dirname, '../../../models/bundled');

/** The product's engines. Another engine is measured by making it here. */
export async function engineUnderTest(options: { voices?: string | undefined }): Promise<EngineUnderTest> {
  const { signal } = new AbortController();
  const vad = await createSileroVad({ modelPath: join(bundledModels, 'silero-vad-v6.onnx') });
  const speakers = createClusteringSpeakers({
    modelPath: options.voices ?? join(bundledModels, 'voices.json'),
    encoderModelPath: join(bundledModels, 'speaker-encoder.onnx'),
    segmentationModelPath: join(bundledModels, 'segmentation.onnx'),
    activityModelPath: join(bundledModels, 'voice-activity.onnx'),
  });
  return {
    detectSpeech: ({ pcmPath, durationMs }) =>
      vad.detectSpeech({ pcmPath, within: [{ startMs: 0, endMs: durationMs }], signal }),
    tellApart: ({ pcmPath, channelPcmPaths }, speech) =>
      speakers.diarise({ pcmPath, channelPcmPaths, speech, signal }),
  };
}

/** What another program found, as RTTM files with the recordings' names. */
export async function foundElsewhere(folder: string): Promise<EngineUnderTest> {
  const found = new Map<string, SpeakerSpan[]>();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.rttm')))
    for (const [recording, spans] of parseRttm(await readFile(join(folder, name), 'utf8')))
      found.set(plain(recording), spans);
  return {
    detectSpeech: async () => [],
    tellApart: async ({ name }) => {
      const heard = found.get(plain(name)) ?? [];
      const speakerCount = new Set(heard.map(({ speaker }) => speaker)).size;
      const turns = heard.map((span) => ({ ...span, overlap: false }));
      return { turns, heard, speakerCount, countProbability: 1, method: 'rttm', warnings: [] };
    },
  };
}
