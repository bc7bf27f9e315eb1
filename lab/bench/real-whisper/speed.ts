/**
 * Who hears the same recordings with the same weights in how much time, and with how many errors: our recogniser, transformers.js,
 * faster-whisper and whisper.cpp, each in a process of its own, in turns.
 *
 *     node lab/bench/real-whisper/speed.ts DATA/clips --onnx MODEL_FP32 --onnx-int8 MODEL_INT8 --plain PLAIN_FP32 --plain-int8 PLAIN_INT8
 *         --ct2 CT2 --ggml ggml-base.bin --python VENV/bin/python [--threads 2] [--rounds 3] [--json]
 *
 * The clips of each language are joined, with half a second between them. PLAIN models have no cross attentions, which transformers.js
 * does not use. Loading is not counted, and one recording is heard first to warm up.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { pcmClips } from './clips.ts';
import { errorsOf } from './errors.ts';

export interface SpokenSound {
  language: string;
  /** Raw s16le mono 16 kHz. */
  pcm: string;
  transcript: string;
}
interface Heard {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  /** Of each sound. */
  texts: string[];
}

if (import.meta.main) await main();

async function main(): Promise<void> {
  const program = new Command('speed')
    .argument('<clips>', 'recordings of people with manifest.csv')
    .option('--onnx <folder>')
    .option('--onnx-int8 <folder>')
    .option('--plain <folder>')
    .option('--plain-int8 <folder>')
    .option('--ct2 <folder>')
    .option('--ggml <file>')
    .option('--python <program>', 'with the packages of requirements-peer.txt', 'python3')
    .option('--threads <count>', 'of each', '2')
    .option('--rounds <count>', 'each hears everything so often', '3')
    .option('--json')
    .parse();
  const [clips] = program.args as [string];
  const options = program.opts<Record<string, string> & { json?: true }>();
  const folder = mkdtempSync(join(tmpdir(), 'assay-speed-'));
  try {
    const sounds = await joined(clips, folder);
    const listing = join(folder, 'sounds.json');
    writeFileSync(listing, JSON.stringify(sounds));
    const peers: [
      name: string,
      program: string,
      who: string,
      model: string | undefined,
      precision: string,
    ][] = [
      ['ours, fp32', process.execPath, 'ours', options.onnx, 'fp32'],
      ['transformers.js, fp32', process.execPath, 'transformers.js', options.plain, 'fp32'],
      ['faster-whisper, fp32', options.python!, 'faster-whisper', options.ct2, 'fp32'],
      ['ours, int8', process.execPath, 'ours', options.onnxInt8, 'int8'],
      ['transformers.js, int8', process.execPath, 'transformers.js', options.plainInt8, 'int8'],
      ['faster-whisper, int8', options.python!, 'faster-whisper', options.ct2, 'int8'],
      ['faster-whisper, int8, batched', options.python!, 'faster-whisper-batched', options.ct2, 'int8'],
      ['whisper.cpp, 16 bits', options.python!, 'whisper.cpp', options.ggml, 'fp16'],
    ];
    const runs = new Map<string, Heard[]>();
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const [name, how, who, model, precision] of peers) {
        if (!model) continue;
        const script = join(import.meta.dirname, 'speed', how === process.execPath ? 'hear.ts' : 'hear.py');
        const printed = execFileSync(how, [script, who, model, listing, options.threads!, precision], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
          maxBuffer: 64 * 1024 * 1024,
        });
        const heard = JSON.parse(printed.trim().split('\n').at(-1)!) as Heard;
        runs.set(name, [...(runs.get(name) ?? []), heard]);
        process.stderr.write(
          `${name}: ${heard.seconds.toFixed(1)} s, ${heard.cpuSeconds.toFixed(1)} s of processor\n`,
        );
      }
    }
    report(runs, sounds, options.json === true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One recording a language. */
async function joined(clips: string, folder: string): Promise<SpokenSound[]> {
  const byLanguage = Map.groupBy(await pcmClips(clips, folder), ({ language }) => language);
  const pause = Buffer.alloc(16_000);
  return [...byLanguage].map(([language, some]) => {
    const pcm = join(folder, `joined_${language}.pcm`);
    writeFileSync(pcm, Buffer.concat(some.flatMap((clip) => [readFileSync(clip.pcm), pause])));
    return { language, pcm, transcript: some.map(({ transcript }) => transcript).join(' ') };
  });
}

function report(runs: ReadonlyMap<string, Heard[]>, sounds: readonly SpokenSound[], asJson: boolean): void {
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  const audioSeconds = sounds.reduce((sum, { pcm }) => sum + readFileSync(pcm).length / 32_000, 0);
  const rows = [...runs].map(([name, heard]) => {
    let [errors, units] = [0, 0];
    for (const [at, { transcript, language }] of sounds.entries()) {
      const found = errorsOf(transcript, heard[0]!.texts[at]!, language);
      errors += found.substitutions + found.deletions + found.insertions;
      units += found.referenceWords;
    }
    return {
      name,
      timesRealTime: audioSeconds / median(heard.map(({ seconds }) => seconds)),
      perProcessorSecond: audioSeconds / median(heard.map(({ cpuSeconds }) => cpuSeconds)),
      peakMb: Math.round(median(heard.map(({ peakMb }) => peakMb))),
      errors: errors / units,
    };
  });
  if (asJson) {
    console.log(JSON.stringify({ audioSeconds, rows }, null, 2));
    return;
  }
  console.log(`${audioSeconds.toFixed(0)} s of sound, medians.\n`);
  console.log('| who | × real time | × real time per second of processor | peak MB | errors |');
  for (const { name, timesRealTime, perProcessorSecond, peakMb, errors } of rows) {
    const figures = [timesRealTime.toFixed(1), perProcessorSecond.toFixed(1), peakMb];
    console.log(`| ${[name, ...figures, `${(100 * errors).toFixed(1)} %`].join(' | ')} |`);
  }
}
