import { stat } from 'node:fs/promises';
import { limits } from '../../config/limits.ts';
import { minutes, seconds } from '../../time.ts';
import type { ProgramRequest, ProgramResult } from '../child-process.ts';
import { readClock, readSound } from './clock.ts';
import type { Container, SoundTrack } from './container.ts';
import { fileUrl, inputGuards, programLimits, tolerate } from './inspect.ts';
import type { ProbeFailure } from './port.ts';

/** Longer recordings are refused anyway: no need to know by how much. */
export const measureAtMostMs = limits.audio.maxDurationMs + minutes(1);

interface Means {
  ffmpeg: (
    args: readonly string[],
    request: Omit<ProgramRequest, 'program' | 'args'>,
  ) => Promise<ProgramResult>;
  signal: AbortSignal | undefined;
  /** Of all channels, at 16 bits a sample; the limit of the appliance unless given. */
  maxDecodedBytes?: number | undefined;
}

type Failure = { failure: ProbeFailure; reason: string };

/**
 * How long a recording is: that of its longest track. A track has its decoded samples, counted by ffmpeg itself, and the gaps that its clock
 * leaves between them; what a header claims does not count.
 *
 * The packets are looked at first, which costs a fraction: a file of hours, of millions of packets or one whose
 * table names the same bytes again and again is refused before anything is decoded.
 */
export async function measureDuration(
  path: string,
  container: Container,
  means: Means,
): Promise<{ durationMs: number } | Failure> {
  const packets = await readPackets(path, container, means);
  if (!packets) {
    return unreadable(
      'There is no sound in the file, or its contents take too long to read. Export it again.',
    );
  }
  // Up to twice as many may be a container's own compression.
  if (packets.bytes > 2 * (await stat(path)).size) {
    return unreadable(
      'The file uses the same bytes for sound more than once: it is damaged. Export it again.',
    );
  }
  const leastMs = leastDurationMs(container, packets);
  if (leastMs > measureAtMostMs - seconds(1)) return { durationMs: leastMs };
  const perSecond = limits.audio.maxPacketsPerSecond * container.tracks.length;
  if (packets.count > minPacketAllowance + (packets.durationMs / 1000) * perSecond) {
    return unreadable('The sound is cut into too many pieces to be a recording. Export it again.');
  }
  return decodedDuration(path, container, means);
}

/** The shortest files are in packets of any length. */
const minPacketAllowance = 10_000;
const maxPackets = minPacketAllowance + (measureAtMostMs / 1000) * limits.audio.maxPacketsPerSecond;

const unreadable = (reason: string): Failure => ({ failure: 'AUDIO_DURATION_UNAVAILABLE', reason });
const noSound = unreadable('No sound can be decoded from the file.');

/** Of all tracks, up to the longest recording. */
interface Packets {
  count: number;
  bytes: number;
  /** The sum of their own durations in the longest track, without any gaps between them. */
  durationMs: number;
  /** In the track that has most. */
  countOfTrack: number;
}

async function readPackets(
  path: string,
  { tracks }: Container,
  { ffmpeg, signal }: Means,
): Promise<Packets | undefined> {
  const read = await tolerate(
    ffmpeg(
      [
        ...['-v', 'verbose', '-progress', 'pipe:1', '-stats_period', '3600'],
        ...[...inputGuards, '-i', fileUrl(path), ...tracks.flatMap(({ index }) => ['-map', `0:${index}`])],
        ...['-c', 'copy', '-bsf:a', 'setts=ts=if(N\\,PREV_OUTPTS+PREV_OUTDURATION\\,0)'],
        ...['-t', String(measureAtMostMs / 1000), '-frames:a', String(maxPackets), '-f', 'null', '-'],
      ],
      {
        timeoutMs: minutes(2),
        reads: [path],
        signal,
        limits: { ...programLimits, cpuSeconds: limits.audio.probeCpuSeconds.packets },
      },
    ),
  );
  // A file says of itself what it likes before ffmpeg says what it read.
  const said = read?.stderr ?? '';
  const counts = said.slice(said.lastIndexOf('\nInput file #0'));
  const found = [
    ...counts.matchAll(/Input stream #0:\d+ \(audio\): (\d+) packets read \((\d+) bytes\)/g),
  ].map(([, count, bytes]) => ({ count: Number(count), bytes: Number(bytes) }));
  if (!read || !found.some(({ count }) => count > 0)) return undefined;
  const [, lengthUs] = lastMatch(read.stdout.toString('latin1'), /^out_time_us=(\d+)$/gm);
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    durationMs: Number(lengthUs ?? 0) / 1000,
    countOfTrack: Math.max(...found.map(({ count }) => count)),
  };
}

/**
 * What the packets hold at least. In these containers a packet's duration is read from itself; in MP4 it is a table's claim, but a
 * frame of AAC has 1024 samples whatever the table says.
 */
function leastDurationMs({ format, tracks }: Container, { countOfTrack, durationMs }: Packets): number {
  if (format !== 'm4a') return format === 'wav' ? 0 : Math.floor(durationMs);
  if (tracks.some(({ codec }) => codec !== 'aac')) return 0;
  return (1000 * 1024 * countOfTrack) / Math.max(...tracks.map(({ sampleRateHz }) => sampleRateHz));
}

/** Decodes every track to nowhere; ffmpeg says how many samples that made, and where the clock leapt. */
async function decodedDuration(
  path: string,
  container: Container,
  means: Means,
): Promise<{ durationMs: number } | Failure> {
  const { maxDecodedBytes = limits.audio.maxDecodedBytes } = means;
  const samplesPerSecond = container.tracks.reduce(
    (sum, { channels, sampleRateHz }) => sum + channels * sampleRateHz,
    0,
  );
  const atMostMs = Math.min(measureAtMostMs, (1000 * maxDecodedBytes) / (2 * samplesPerSecond));
  let durationMs = 0;
  let gapsMs = 0;
  for (const track of container.tracks) {
    const found = await trackDuration(
      { path, track, startMs: container.startMs },
      atMostMs,
      container,
      means,
    );
    if (!found) continue;
    if (atMostMs < measureAtMostMs && found.soundMs >= Math.floor(atMostMs)) {
      return unreadable(
        `The sound unpacks to more than ${maxDecodedBytes / 1024 ** 2} MB. Send it in mono, at 48,000 samples a second or fewer.`,
      );
    }
    durationMs = Math.max(durationMs, Math.floor(found.soundMs + found.gapsMs));
    gapsMs = Math.max(gapsMs, found.gapsMs);
  }
  // ffmpeg gives up where two thirds of a file are unreadable; then what little came out is no recording.
  if (durationMs === 0) return noSound;
  if (gapsMs > limits.audio.maxDurationMs) {
    return unreadable(
      `The file's clock leaves gaps of ${Math.round(gapsMs / minutes(1))} minutes between its sounds: it is damaged. Export it again.`,
    );
  }
  return { durationMs };
}

/** Mono, at the track's own rate. Undefined where no sound can be decoded. */
async function trackDuration(
  request: { path: string; track: SoundTrack; startMs: number },
  atMostMs: number,
  { tracks }: Container,
  { ffmpeg, signal }: Means,
): Promise<{ soundMs: number; gapsMs: number } | undefined> {
  const { sampleRateHz } = request.track;
  const decoded = await tolerate(
    ffmpeg(
      [
        ...['-v', 'verbose', ...readSound(request, atMostMs)],
        ...['-ac', '1', '-ar', String(sampleRateHz), '-c:a', 'pcm_u8', '-f', 'null', '-'],
      ],
      {
        timeoutMs: minutes(2),
        reads: [request.path],
        signal,
        limits: {
          ...programLimits,
          cpuSeconds: Math.ceil(limits.audio.probeCpuSeconds.sound / tracks.length),
        },
      },
    ),
  );
  const [, samples] = lastMatch(
    decoded?.stderr,
    /Output stream #0:0 \(audio\): \d+ frames encoded \((\d+) samples\)/g,
  );
  if (!decoded || !Number(samples)) return undefined;
  const { gapsMs, isFollowed } = readClock(decoded.stderr);
  return { soundMs: (1000 * Number(samples)) / sampleRateHz, gapsMs: isFollowed ? gapsMs : 0 };
}

/** The last one, since what a file says of itself is printed before what ffmpeg counted. */
const lastMatch = (text: string | undefined, pattern: RegExp): readonly (string | undefined)[] =>
  [...(text ?? '').matchAll(pattern)].at(-1) ?? [];
