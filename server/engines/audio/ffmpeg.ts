import { writeFile } from 'node:fs/promises';
import type { Span } from '../../domain/transcript/types.ts';
import { minutes, seconds } from '../../time.ts';
import { type ProgramRequest, runProgram } from '../child-process.ts';
import { onClock, readClock, readOnClock, readSound, type TrackRequest } from './clock.ts';
import { fileUrl, inputGuards, inspectFile, programLimits } from './inspect.ts';
import { joinTracks } from './join-channels.ts';
import { measureAtMostMs, measureDuration } from './measure.ts';
import { bytesPerMs, pcmRateHz, readSpans } from './pcm.ts';
import { createPcmWriter, type PcmChannel } from './pcm-writer.ts';
import { createPeakMeter, peaksRateHz } from './peaks.ts';
import type { AudioEngine, AudioProbe, ListeningEngine, ProbeFailure } from './port.ts';

/** Speech as well as a telephone conference at its best. What coder and decoder add at the beginning is cut first. */
const listening = { rateHz: 24_000, bitRate: '64k', codecDelaySamples: 1105 };

const quiet = ['-hide_banner', '-nostdin', '-nostats', '-v', 'error'];
const readPcm = ['-f', 's16le', '-ar', String(pcmRateHz), '-ac', '1'];

interface Programs {
  ffmpeg: string;
  ffprobe: string;
  maxDecodedBytes: number | undefined;
}

type Engine = AudioEngine & ListeningEngine;

/**
 * The `ffmpeg` and `ffprobe` programs as an audio engine.
 *
 * Durations are counted in decoded samples and in the gaps between them, and never taken from a header, so that a file can neither claim
 * more nor hide more than it holds. All sound tracks are heard. Damaged frames
 * are passed over. One thread each and bit-exact flags: the same file gives the same bytes.
 */
export function createFfmpegAudio(options: Partial<Programs> = {}): Engine {
  const programs = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe', maxDecodedBytes: undefined, ...options };
  return {
    probe: (...request) => probe(programs, ...request),
    decode: (...request) => decode(programs, ...request),
    detectSilence: (...request) => detectSilence(programs, ...request),
    encodeMp3: (...request) => encodeMp3(programs, ...request),
    encodeForListening: (...request) => encodeForListening(programs, ...request),
    measurePeaks: (...request) => measurePeaks(programs, ...request),
    check: () => check(programs),
  };
}

const ffmpeg = (
  programs: Programs,
  args: readonly string[],
  request: Omit<ProgramRequest, 'program' | 'args'>,
) =>
  runProgram({
    program: programs.ffmpeg,
    args: [...quiet, ...args],
    limits: programLimits,
    maxStderrBytes: 64 * 1024,
    ...request,
  });

async function probe(
  programs: Programs,
  path: string,
  signal?: AbortSignal,
): Promise<AudioProbe | { failure: ProbeFailure; reason: string }> {
  const container = await inspectFile(path, { ffprobe: programs.ffprobe, signal });
  if ('failure' in container) return container;
  const measured = await measureDuration(path, container, {
    ffmpeg: (args, request) => ffmpeg(programs, args, request),
    signal,
    maxDecodedBytes: programs.maxDecodedBytes,
  });
  if ('failure' in measured) return measured;
  const { channels, sampleRateHz } = container.tracks[0];
  return { format: container.format, channels, sampleRateHz, ...measured };
}

async function decode(
  programs: Programs,
  ...[path, { outPath, channelPaths, maxDurationMs }, signal]: Parameters<Engine['decode']>
): ReturnType<Engine['decode']> {
  const container = await inspectFile(path, { ffprobe: programs.ffprobe, signal });
  if ('failure' in container) throw new Error(container.reason);
  const { format, tracks, startMs } = container;
  const decoded: PcmChannel[][] = [];
  let fault: unknown;
  for (const [number, track] of tracks.entries()) {
    const paths = Array.from({ length: track.channels }, (_, at) => `${outPath}.${number}.${at}`);
    const to = { layout: track.layout, paths };
    try {
      decoded.push(await decodeTrack(programs, { path, track, startMs }, to, maxDurationMs, signal));
    } catch (error) {
      signal.throwIfAborted();
      fault = error;
    }
  }
  if (decoded.length === 0) throw fault;
  const { channels, sampleRateHz, codec } = tracks[0];
  const joined = await joinTracks(decoded, { outPath, channelPaths });
  const unread = tracks.length - decoded.length;
  return {
    ...{ format, channels, sampleRateHz, codec },
    ...joined,
    warnings: [
      ...container.warnings,
      ...joined.warnings,
      ...(unread > 0 ? [`${unread} of the file's sound tracks could not be decoded: left out.`] : []),
    ],
  };
}

/** A file for each of its channels, on the file's clock. A clock that runs at another speed than its sound is not followed. */
async function decodeTrack(
  programs: Programs,
  request: TrackRequest,
  { layout, paths }: { layout: string; paths: readonly string[] },
  maxDurationMs: number,
  signal: AbortSignal,
): Promise<PcmChannel[]> {
  const form = { rateHz: pcmRateHz, layout };
  const decode = async (read: readonly string[]) => {
    const writer = await createPcmWriter(paths);
    try {
      const { stderr } = await ffmpeg(
        programs,
        [
          ...['-v', 'verbose', ...read, '-flags', 'bitexact', '-fflags', 'bitexact'],
          ...['-f', 's16le', 'pipe:1'],
        ],
        { timeoutMs: minutes(10), signal, reads: [request.path], onStdout: (chunk) => writer.write(chunk) },
      );
      return { found: await writer.finish(), ...readClock(stderr) };
    } catch (error) {
      await writer.discard();
      throw error;
    }
  };
  const onClock = await decode(readOnClock(request, form, maxDurationMs));
  return onClock.isFollowed ? onClock.found : (await decode(readSound(request, maxDurationMs, form))).found;
}

async function detectSilence(
  programs: Programs,
  ...[pcmPath, { thresholdDb, minSilenceMs }, signal]: Parameters<Engine['detectSilence']>
): ReturnType<Engine['detectSilence']> {
  const { stderr } = await runProgram({
    program: programs.ffmpeg,
    args: [
      ...['-hide_banner', '-nostdin', '-nostats', '-v', 'info', ...readPcm, '-i', fileUrl(pcmPath)],
      ...['-af', `silencedetect=noise=${thresholdDb}dB:duration=${minSilenceMs / 1000}`, '-f', 'null', '-'],
    ],
    limits: programLimits,
    reads: [pcmPath],
    timeoutMs: minutes(5),
    maxStderrBytes: 8 * 1024 ** 2,
    signal,
  });
  return readSilences(stderr);
}

async function encodeMp3(
  programs: Programs,
  ...[pcmPath, spans, outPath, signal]: Parameters<Engine['encodeMp3']>
): ReturnType<Engine['encodeMp3']> {
  // There is nothing else that it may write to.
  await writeFile(outPath, '');
  await ffmpeg(
    programs,
    [
      ...[...readPcm, '-i', 'pipe:0', '-c:a', 'libmp3lame', '-b:a', '48k'],
      ...['-flags', 'bitexact', '-fflags', 'bitexact', '-f', 'mp3', '-y', fileUrl(outPath)],
    ],
    { timeoutMs: minutes(10), signal, writes: [outPath], input: readSpans(pcmPath, spans) },
  );
  const bytes = spans.reduce((sum, span) => sum + (span.endMs - span.startMs) * bytesPerMs, 0);
  return { durationMs: Math.round(bytes / bytesPerMs) };
}

async function encodeForListening(
  programs: Programs,
  ...[path, write, signal]: Parameters<Engine['encodeForListening']>
): ReturnType<Engine['encodeForListening']> {
  const container = await inspectFile(path, { ffprobe: programs.ffprobe, signal });
  if ('failure' in container) throw new Error(container.reason);
  const { tracks, startMs } = container;
  // Two channels stay two: added up, those of reversed polarity would be silent.
  const layout = tracks.some((track) => track.channels === 2) ? 'stereo' : 'mono';
  const form = { rateHz: listening.rateHz, layout };
  const filters = tracks.map(
    (track) => `[0:${track.index}]${onClock({ track, startMs }, form)}[${track.index}]`,
  );
  const all = tracks.map(({ index }) => `[${index}]`).join('');
  const mix = `${all}amix=inputs=${tracks.length}:normalize=0,atrim=start_sample=${listening.codecDelaySamples}[out]`;
  await ffmpeg(
    programs,
    [
      ...['-threads', '1', ...inputGuards, '-copyts', '-i', fileUrl(path)],
      ...['-filter_complex_threads', '1', '-filter_complex', [...filters, mix].join(';'), '-map', '[out]'],
      ...['-t', String(measureAtMostMs / 1000)],
      ...['-c:a', 'libmp3lame', '-b:a', listening.bitRate],
      // Without headers of any kind: then time is bytes over bit rate.
      ...['-write_xing', '0', '-id3v2_version', '0', '-map_metadata', '-1', '-f', 'mp3', 'pipe:1'],
    ],
    { timeoutMs: minutes(10), signal, reads: [path], onStdout: write },
  );
}

async function measurePeaks(
  programs: Programs,
  ...[path, perSecond, signal]: Parameters<Engine['measurePeaks']>
): ReturnType<Engine['measurePeaks']> {
  const container = await inspectFile(path, { ffprobe: programs.ffprobe, signal });
  if ('failure' in container) throw new Error(container.reason);
  const {
    tracks: [track],
    startMs,
  } = container;
  const channels = track.channels === 2 ? 2 : 1;
  const layout = channels === 2 ? 'stereo' : 'mono';
  const meter = createPeakMeter(perSecond, channels);
  await ffmpeg(
    programs,
    [
      ...readOnClock({ path, track, startMs }, { rateHz: peaksRateHz, layout }, measureAtMostMs),
      ...['-f', 's16le', 'pipe:1'],
    ],
    { timeoutMs: minutes(5), signal, reads: [path], onStdout: (chunk) => meter.hear(chunk) },
  );
  return meter.end();
}

async function check(programs: Programs): ReturnType<Engine['check']> {
  try {
    const run = (program: string, args: string[]) => runProgram({ program, args, timeoutMs: seconds(15) });
    const [encoders, about] = await Promise.all([
      run(programs.ffmpeg, ['-hide_banner', '-encoders']),
      run(programs.ffmpeg, ['-version']),
      run(programs.ffprobe, ['-version']),
    ]);
    if (!encoders.stdout.includes('libmp3lame')) {
      return { ok: false, detail: 'This ffmpeg cannot write MP3 (it was built without libmp3lame).' };
    }
    const version = about.stdout.toString('utf8').split(' ')[2];
    return { ok: true, detail: `ffmpeg ${version}` };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads `silence_start: s` and `silence_end: s` lines; a silence that lasts to the end may lack the second. */
function readSilences(log: string): Span[] {
  const silences: Span[] = [];
  let startMs: number | undefined;
  for (const [, edge, atSeconds] of log.matchAll(/silence_(start|end): (-?[\d.]+)/g)) {
    const atMs = Math.max(0, Math.round(Number(atSeconds) * 1000));
    if (edge === 'start') startMs = atMs;
    else if (startMs !== undefined) {
      silences.push({ startMs, endMs: atMs });
      startMs = undefined;
    }
  }
  if (startMs !== undefined) silences.push({ startMs, endMs: Number.MAX_SAFE_INTEGER });
  return silences;
}
