/**
 * Makes the bundled sample interview: scripts/sample/interview.mp3 and interview.json.
 *
 *   node scripts/make-sample.ts [output folder]
 *
 * Two flite voices read scripts/sample/script.ts. Each clause is spoken on its own, trimmed to its sound and
 * laid on a clock of our own, so every time in the JSON is exact. A faint room tone lies under everything, so
 * that silence is never digital zero. Same flite and ffmpeg, same bytes: nothing here is random.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ScriptedTurn, script } from './sample/script.ts';

const sampleRateHz = 16_000;
const samplesPerMs = sampleRateHz / 1000;
const fillers = new Set(['um', 'uh']);

/** The candidate has the voice the interim recogniser understands best; the two differ in pitch and timbre. */
const voices = {
  interviewer: { flite: 'kal16', settings: ['duration_stretch=1.02'], peak: 0.5 },
  candidate: { flite: 'rms', settings: ['duration_stretch=1.08'], peak: 0.55 },
} as const;

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
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const part of text.replaceAll(/\s+/g, ' ').split(/(\[\d+\]|\{[^}]+\}|\b(?:[Uu]m|[Uu]h),)/)) {
    const words = part.trim();
    if (!/[a-z\d]/i.test(words)) continue;
    if (words.startsWith('[')) pieces.push({ pauseMs: Number(words.slice(1, -1)) });
    else if (words.startsWith('{')) pieces.push({ words: words.slice(1, -1), kind: 'restart' });
    else
      pieces.push({ words, kind: fillers.has(words.toLowerCase().replace(',', '')) ? 'filler' : 'speech' });
  }
  return pieces;
}

/** 16 kHz samples of the words, −1 to 1, without the silence flite puts around them. */
function speak(words: string, voice: (typeof voices)[keyof typeof voices], folder: string): Float32Array {
  const wavPath = join(folder, 'piece.wav');
  const settings = voice.settings.flatMap((setting) => ['--setf', setting]);
  execFileSync('flite', ['-voice', voice.flite, ...settings, '-t', words, '-o', wavPath]);
  const wav = readFileSync(wavPath);
  if (wav.readUInt32LE(24) !== sampleRateHz) throw new Error(`flite gave ${wav.readUInt32LE(24)} Hz`);
  const samples = new Float32Array((wav.length - 44) / 2);
  for (let i = 0; i < samples.length; i++) samples[i] = wav.readInt16LE(44 + 2 * i) / 32_768;
  return trimmed(samples);
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
  const voice = voices[speaker];
  const placed: Placed[] = [];
  const hesitations: Hesitation[] = [];
  const said: string[] = [];
  let atMs = startMs;
  const pieces = piecesOf(text);
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

const outDir = resolve(process.argv[2] ?? join(import.meta.dirname, 'sample'));
const folder = mkdtempSync(join(tmpdir(), 'assay-sample-'));
try {
  const placed: Placed[] = [];
  const turns: SampleTurn[] = [];
  let endMs = 0;
  for (const scripted of script) {
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
  const mp3Path = join(outDir, 'interview.mp3');
  const raw = ['-f', 's16le', '-ar', String(sampleRateHz), '-ac', '1', '-i', 'pipe:0'];
  const mp3 = ['-c:a', 'libmp3lame', '-b:a', '64k', '-bitexact', '-map_metadata', '-1'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...raw, ...mp3, mp3Path], { input: pcm });
  const about = {
    about:
      'Sample interview spoken by two synthetic flite voices; made by scripts/make-sample.ts. The text is ours.',
    language: 'en',
    durationMs,
    candidate: 'candidate',
    voices: { interviewer: voices.interviewer.flite, candidate: voices.candidate.flite },
    turns,
  };
  writeFileSync(join(outDir, 'interview.json'), `${JSON.stringify(about, null, 2)}\n`);
  console.log(`${mp3Path}: ${(durationMs / 1000).toFixed(1)} s, ${turns.length} turns`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
