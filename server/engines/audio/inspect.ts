import { limits } from '../../config/limits.ts';
import { minutes } from '../../time.ts';
import { ProgramError, type ProgramLimits, runProgram } from '../child-process.ts';
import {
  allowedDemuxers,
  type Container,
  claimedFormat,
  type ProbedFile,
  recogniseContainer,
} from './container.ts';
import type { ProbeFailure } from './port.ts';

/** Enough for any codec's tables and a minute of look-ahead; a header that asks for more is an attack. */
export const programLimits: Partial<ProgramLimits> = { memoryBytes: 1024 ** 3, openFiles: 32 };

/** Nothing but this one file may be opened, and only by the demuxers of our formats. */
export const inputGuards = [
  ...['-protocol_whitelist', 'file,pipe'],
  ...['-format_whitelist', allowedDemuxers.join(',')],
];

/** `file:` keeps ffmpeg from reading a protocol or an option into a name. */
export const fileUrl = (path: string) => `file:${path}`;

const entries =
  'format=format_name,probe_score,start_time' +
  ':stream=index,codec_type,codec_name,sample_rate,channels,channel_layout,start_time,avg_frame_rate,nb_frames' +
  ':stream_disposition:stream_tags=language,title,handler_name';

/** What kind of file this is by its content, without decoding it. */
export async function inspectFile(
  path: string,
  options: { ffprobe: string; signal?: AbortSignal | undefined },
): Promise<Container | { failure: ProbeFailure; reason: string }> {
  const probed = await tolerate(
    runProgram({
      program: options.ffprobe,
      args: ['-v', 'error', ...inputGuards, '-show_entries', entries, '-of', 'json', fileUrl(path)],
      reads: [path],
      limits: { ...programLimits, cpuSeconds: limits.audio.probeCpuSeconds.headers },
      timeoutMs: minutes(2),
      signal: options.signal,
    }),
  );
  if (!probed) {
    return (await claimedFormat(path))
      ? { failure: 'AUDIO_DURATION_UNAVAILABLE', reason: 'The file is damaged: its contents cannot be read.' }
      : { failure: 'UNSUPPORTED_FORMAT', reason: 'The file is not MP3, WAV, M4A, WebM, OGG or FLAC audio.' };
  }
  const container = recogniseContainer(JSON.parse(probed.stdout.toString('utf8')) as ProbedFile);
  return 'refusal' in container ? { failure: 'UNSUPPORTED_FORMAT', reason: container.refusal } : container;
}

/**
 * A program that rejects the file, or is stopped by its limits, says something about the file: undefined.
 *
 * @throws ProgramError where it is missing, or its time ran out before its processor time did: then the machine is too busy (`isOutOfTime`)
 */
export async function tolerate<T>(running: Promise<T>): Promise<T | undefined> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof ProgramError && error.fault !== 'missing' && error.fault !== 'timeout')
      return undefined;
    throw error;
  }
}
