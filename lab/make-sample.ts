/**
 * Makes the sample interviews: scripts/sample/interview.mp3 and interview.json, interview-de.ogg and interview-de.json …
 *
 *   node lab/make-sample.ts en|de|es|fr [output folder]
 *
 * Two synthetic voices read the script of scripts/sample. Each clause is spoken on its own, trimmed to its sound and
 * laid on a clock of our own, so every time in the JSON is exact. A faint room tone lies under everything, so
 * that silence is never digital zero. Same programs, same bytes: nothing here is random.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packOf } from '../server/domain/languages/registry.ts';
import { script as english, type ScriptedTurn } from './sample/script.ts';
import { script as german } from './sample/script-de.ts';
import { script as spanish } from './sample/script-es.ts';
import { script as french } from './sample/script-fr.ts';

const sampleRateHz = 16_000;
const samplesPerMs = sampleRateHz / 1000;

/** A voice of flite or espeak-ng. */
interface Voice {
  program: 'flite' | 'espeak-ng';
  id: string;
  /** Further arguments. */
  settings: readonly string[];
  /** Of its loudest sample, 0–1. */
  peak: number;
}

interface Sample {
  script: readonly ScriptedTurn[];
  voices: Record<ScriptedTurn['speaker'], Voice>;
  name: string;
  /** Of the recording, with its settings for ffmpeg. */
  format: { ending: string; settings: readonly string[] };
}

const mp3 = { ending: 'mp3', settings: ['-c:a', 'libmp3lame', '-b:a', '64k'] };
const opus = { ending: 'ogg', settings: ['-c:a', 'libopus', '-b:a', '16k', '-application', 'voip'] };
const espeak = (id: string, pitch: number, peak: number): Voice => ({
  program: 'espeak-ng',
  id,
  settings: ['-s', '150', '-p', String(pitch)],
  peak,
});

/** The two voices of an interview differ in pitch and timbre; the candidate has the one that recognisers understand best. */
const samples: Readonly<Record<string, Sample>> = {
  en: {
    script: english,
    voices: {
      interviewer: {
        program: 'flite',
        id: 'kal16',
        settings: ['--setf', 'duration_stretch=1.02'],
        peak: 0.5,
      },
      candidate: { program: 'flite', id: 'rms', settings: ['--setf', 'duration_stretch=1.08'], peak: 0.55 },
    },
    name: 'interview',
    format: mp3,
  },
  de: {
    script: german,
    voices: { interviewer: espeak('de+f3', 60, 0.5), candidate: espeak('de', 40, 0.55) },
    name: 'interview-de',
    format: opus,
  },
  es: {
    script: spanish,
    voices: { interviewer: espeak('es+f3', 60, 0.5), candidate: espeak('es', 40, 0.55) },
    name: 'interview-es',
    format: opus,
  },
  fr: {
    script: french,
    voices: { interviewer: espeak('fr+f3', 60, 0.5), candidate: espeak('fr', 40, 0.55) },
    name: 'interview-fr',
    format: opus,
  },
};

export interface Hesitation {
  kind: 'filler' | 'restart' | 'pause';
  /** Empty for a pause. */
  text: string;
  startMs: number;
  endMs: number;
}

export interface SampleTurn {
  speaker: 'interviewer' | 'candidate';
  startMs: number;
  endMs: number;
  text: string;
  hesitations: Hesitation[];
}

type Piece = { pauseMs: number } | { words: string; kind: 'speech' | 'filler' | 'restart' };

/** Splits a turn into what is spoken in one go and the pauses between; fillers and restarts stand alone. */
function piecesOf(text: string, language: string): Piece[] {
  const fillers = packOf(language)?.fillers ?? [];
  const filler = new RegExp(`^(?:${fillers.join('|')}),?$`, 'iu');
  const borders = new RegExp(`(\\[\\d+\\]|\\{[^}]+\\}|(?<!\\p{L})(?:${fillers.join('|')}),)`, 'iu');
  const pieces: Piece[] = [];
  for (const part of text.replaceAll(/\s+/g, ' ').split(borders)) {
    const words = part.trim();
    if (!/[\p{L}\d]/u.test(words)) continue;
    if (words.startsWith('[')) pieces.push({ pauseMs: Number(words.slice(1, -1)) });
    else if (words.startsWith('{')) pieces.push({ words: words.slice(1, -1), kind: 'restart' });
    else pieces.push({ words, kind: filler.test(words) ? 'filler' : 'speech' });
  }
  return pieces;
}

/** 16 kHz samples of the words, −1 to 1, without the silence that synthesisers put around them. */
function speak(words: string, voice: Voice, folder: string): Float32Array {
  const wavPath = join(folder, 'piece.wav');
  const [voiceOption, out] = voice.program === 'flite' ? ['-voice', '-o'] : ['-v', '-w'];
  const said = voice.program === 'flite' ? ['-t', words] : [words];
  execFileSync(voice.program, [voiceOption, voice.id, ...voice.settings, ...said, out, wavPath]);
  const raw = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', wavPath, '-ar', String(sampleRateHz), '-ac', '1', '-f', 's16le', 'pipe:1'],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return trimmed(Float32Array.from({ length: raw.length / 2 }, (_, i) => raw.readInt16LE(2 * i) / 32_768));
}

/** Cuts leading and trailing 10 ms frames more than 50 dB under the loudest one. */
function trimmed(samples: Float32Array): Float32Array {
  const hop = 10 * samplesPerMs;
  const levels: number[] = [];
  for (let at = 0; at + hop <= samples.length; at += hop) {
    let energy = 0;
    for (let i = at; i < at + hop; i++) energy += samples[i]! ** 2;
    levels.push(energy);
  }
  const floor = Math.max(...levels) * 1e-5;
  const first = levels.findIndex((level) => level > floor);
  const last = levels.findLastIndex((level) => level > floor);
  return samples.subarray(Math.max(0, first - 1) * hop, Math.min(levels.length, last + 2) * hop);
}

/** Noise of a quiet room, falling 6 dB per octave above 100 Hz, from a fixed linear congruential generator. */
function roomTone(length: number, rms: number): Float32Array {
  const tone = new Float32Array(length);
  let state = 20_240_229;
  let low = 0;
  let energy = 0;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    low = 0.96 * low + 0.04 * (state / 2 ** 31 - 1);
    tone[i] = low;
    energy += low ** 2;
  }
  const gain = rms / Math.sqrt(energy / length);
  return tone.map((value) => value * gain);
}

interface Placed {
  atMs: number;
  samples: Float32Array;
  gain: number;
}

/** Speaks one turn from `startMs` on; gives its sounds, its end and where it hesitates. */
function layTurn({ speaker, text }: ScriptedTurn, startMs: number, folder: string) {
  const voice = sample.voices[speaker];
  const placed: Placed[] = [];
  const hesitations: Hesitation[] = [];
  const said: string[] = [];
  let atMs = startMs;
  const pieces = piecesOf(text, language);
  const spoken = pieces.map((piece) => ('words' in piece ? speak(piece.words, voice, folder) : undefined));
  const peak = Math.max(...spoken.flatMap((samples) => (samples ? [peakOf(samples)] : [])));
  pieces.forEach((piece, index) => {
    if ('pauseMs' in piece) {
      hesitations.push({ kind: 'pause', text: '', startMs: atMs, endMs: atMs + piece.pauseMs });
      atMs += piece.pauseMs;
      return;
    }
    const samples = spoken[index]!;
    const endMs = atMs + Math.round(samples.length / samplesPerMs);
    if (piece.kind !== 'speech')
      hesitations.push({ kind: piece.kind, text: piece.words.replace(',', ''), startMs: atMs, endMs });
    placed.push({ atMs, samples, gain: voice.peak / peak });
    said.push(piece.words);
    atMs = endMs;
  });
  const turn: SampleTurn = { speaker, startMs, endMs: atMs, text: said.join(' '), hesitations };
  return { placed, turn };
}

const peakOf = (samples: Float32Array) =>
  samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

const language = process.argv[2] ?? '';
const sample = samples[language]!;
if (!sample) throw new Error(`Name the language of the sample: ${Object.keys(samples).join(', ')}.`);
const outDir = resolve(process.argv[3] ?? join(import.meta.dirname, '../scripts/sample'));
const folder = mkdtempSync(join(tmpdir(), 'assay-sample-'));
try {
  const placed: Placed[] = [];
  const turns: SampleTurn[] = [];
  let endMs = 0;
  for (const scripted of sample.script) {
    const laid = layTurn(scripted, endMs + scripted.gapMs, folder);
    placed.push(...laid.placed);
    turns.push(laid.turn);
    endMs = laid.turn.endMs;
  }
  const durationMs = endMs + 1000;
  const mix = roomTone(durationMs * samplesPerMs, 0.0007);
  for (const { atMs, samples, gain } of placed) {
    samples.forEach((sample, i) => {
      const at = atMs * samplesPerMs + i;
      if (at < mix.length) mix[at]! += sample * gain;
    });
  }
  const pcm = Buffer.alloc(mix.length * 2);
  mix.forEach((value, i) => {
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), 2 * i);
  });
  const path = join(outDir, `${sample.name}.${sample.format.ending}`);
  const raw = ['-f', 's16le', '-ar', String(sampleRateHz), '-ac', '1', '-i', 'pipe:0'];
  const plain = ['-bitexact', '-map_metadata', '-1'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...raw, ...sample.format.settings, ...plain, path], {
    input: pcm,
  });
  const { interviewer, candidate } = sample.voices;
  const about = {
    about: `Sample interview spoken by two synthetic ${candidate.program} voices; made by lab/make-sample.ts. The text is ours.`,
    language,
    durationMs,
    candidate: 'candidate',
    voices: { interviewer: interviewer.id, candidate: candidate.id },
    turns,
  };
  writeFileSync(join(outDir, `${sample.name}.json`), `${JSON.stringify(about, null, 2)}\n`);
  console.log(`${path}: ${(durationMs / 1000).toFixed(1)} s, ${turns.length} turns`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
