import { appendFile, readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { createWhisper, type WhisperPrecision } from '../../../server/engines/asr/whisper/engine.ts';
import { pcmDurationMs } from '../../../server/engines/audio/pcm.ts';
import { createSileroVad } from '../../../server/engines/vad/silero.ts';
import { projectModelPath } from './places.ts';
import { openWindowRunner } from './runner.ts';
import type { Heard, Sound } from './sound.ts';

/** What a model hears in the sounds that sounds.ts made, as the product hears them; a line of JSON for each, sounds already heard left out. */
const program = new Command('hear')
  .argument('<model>', 'folder that convert.ts wrote')
  .argument('<sounds>', 'what sounds.ts wrote: a line of JSON a sound')
  .argument('<heard>', 'file to add lines to')
  .option('--precision <form>', 'fp32, int8, q4, fp16', 'fp32')
  .option('--threads <count>', 'of the networks', '1')
  .option('--set <name>', 'only sounds of this set')
  .option('--languages', 'only which language it is, no words')
  .parse();
const [dir, soundsPath, heardPath] = program.args as [string, string, string];
const options = program.opts<{
  precision: WhisperPrecision;
  threads: string;
  set?: string;
  languages?: true;
}>();

/** Of these the probability of every language is kept, not only of the requested one. */
const asksLanguages: ReadonlySet<Sound['set']> = new Set(['clips', 'learners', 'synthetic']);
const lines = async <Line>(path: string): Promise<Line[]> =>
  (await readFile(path, 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const done = new Set((await lines<Heard>(heardPath)).map(({ id }) => id));
const network = { precision: options.precision, threads: Number(options.threads) };
const engine = options.languages ? null : await createWhisper({ dir, provider: 'cpu', ...network });
const runner = await openWindowRunner(dir, network);
const vad = await createSileroVad({ modelPath: projectModelPath('bundled/silero-vad-v6.onnx') });
const { signal } = new AbortController();

for (const sound of await lines<Sound>(soundsPath)) {
  if (done.has(sound.id) || (options.set && sound.set !== options.set)) continue;
  const { pcm: pcmPath, language } = sound;
  const whole = [{ startMs: 0, endMs: await pcmDurationMs(pcmPath) }];
  const speech = sound.allSpeech ? whole : await vad.detectSpeech({ pcmPath, within: whole, signal });
  const heard: Heard = {
    id: sound.id,
    speechMs: speech.reduce((sum, span) => sum + span.endMs - span.startMs, 0),
  };
  if (speech.length > 0 && engine) {
    const { words, detectedLanguage, languageProbability } = await engine.transcribe({
      ...{ pcmPath, speech, language, hotwords: [], signal },
    });
    Object.assign(heard, { words, detectedLanguage, languageProbability });
  }
  if (speech.length > 0 && asksLanguages.has(sound.set)) {
    heard.languages = await runner.identify(pcmPath, speech);
  }
  await appendFile(heardPath, `${JSON.stringify(heard)}\n`);
}
