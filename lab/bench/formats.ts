/**
 * The sample interview in every accepted format, recognised in full: how many words differ from the transcript of
 * the bundled MP3, and the word error rate. Prints a table; takes some minutes.
 *
 *   node lab/bench/formats.ts [--seconds 60] [--only "WAV 8 bit"] [--engine tiny]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { meanConfidence } from '../../server/domain/transcript/confidence.ts';
import { createFfmpegAudio } from '../../server/engines/audio/ffmpeg.ts';
import { createSileroVad } from '../../server/engines/vad/silero.ts';
import { audioFormats } from '../../testkit/audio-formats.ts';
import { comparableWords, wordErrors } from '../../testkit/word-errors.ts';
import { openRecogniser } from './asr-engines.ts';
import { sampleText } from './sample-text.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    only: { type: 'string' },
    engine: { type: 'string', default: 'base' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const samplePath = join(root, 'scripts/sample/interview.mp3');
const durationMs = values.seconds ? Number(values.seconds) * 1000 : Number.POSITIVE_INFINITY;
const cut = values.seconds ? ['-t', values.seconds] : [];
const audio = createFfmpegAudio();
const asr = await openRecogniser(values.engine);
const vad = await createSileroVad({ modelPath: join(root, 'models/bundled/silero-vad-v6.onnx') });
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'assay-formats-'));

async function hear(path: string) {
  const pcmPath = join(folder, 'audio.pcm');
  const out = { outPath: pcmPath, channelPaths: [`${pcmPath}.l`, `${pcmPath}.r`] as [string, string] };
  await audio.decode(path, { ...out, maxDurationMs: 2_700_000 }, signal);
  const within = [{ startMs: 0, endMs: Math.floor(statSync(pcmPath).size / 32) }];
  const speech = await vad.detectSpeech({ pcmPath, within, signal });
  const { words } = await asr.transcribe({ pcmPath, speech, language: 'en', hotwords: [], signal });
  return { words: comparableWords(words.map(({ text }) => text).join(' ')), mean: meanConfidence(words) };
}

try {
  const reference = comparableWords(sampleText(durationMs));
  let bundled: string[] | undefined;
  console.log('| format | KiB | words | differ from the first | WER | mean confidence |');
  console.log('|---|---|---|---|---|---|');
  for (const { name, file, options } of audioFormats) {
    if (bundled && values.only && name !== values.only) continue;
    const path = join(folder, file);
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', samplePath, ...cut, ...options.split(' '), path]);
    const { words, mean } = await hear(path);
    bundled ??= words;
    const differ = wordErrors(bundled, words);
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const cells = [name, Math.round(statSync(path).size / 1024), words.length, percent(differ.rate)];
    cells.push(percent(wordErrors(reference, words).rate), mean?.toFixed(3) ?? 'none');
    console.log(`| ${cells.join(' | ')} |`);
    rmSync(path);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
