import { open } from 'node:fs/promises';
import { limits } from '../../config/limits.ts';

/** Demuxers ffmpeg may use: no playlists, no images, nothing that refers to other files. */
export const allowedDemuxers = ['mp3', 'wav', 'mov', 'matroska', 'ogg', 'flac'] as const;

/** What a stream of the container may be coded in; anything else under the same name is not that format. */
const codecsByFormat: Record<string, RegExp> = {
  mp3: /^mp[123]$/,
  wav: /^(pcm_\w+|adpcm_\w+|mp3|gsm_ms)$/,
  m4a: /^(aac|aac_latm|alac|mp3|opus|flac|ac3|eac3|pcm_\w+)$/,
  webm: /^(opus|vorbis|pcm_\w+|flac|aac|mp3)$/,
  ogg: /^(vorbis|opus|flac|speex)$/,
  flac: /^flac$/,
};

const formatOfDemuxer: Record<string, string> = {
  mp3: 'mp3',
  wav: 'wav',
  mov: 'm4a',
  matroska: 'webm',
  ogg: 'ogg',
  flac: 'flac',
};

export interface ProbedStream {
  codec_type?: string;
  codec_name?: string;
  sample_rate?: string;
  channels?: number;
  disposition?: { attached_pic?: number };
}

export interface ProbedFile {
  format?: { format_name?: string; probe_score?: number };
  streams?: ProbedStream[];
}

/** Under this ffmpeg is guessing: random bytes look like a frame or two of MPEG audio. */
const minProbeScore = 20;

/** A file in one of our formats, and its first audio stream. */
export interface Container {
  format: string;
  channels: number;
  sampleRateHz: number;
  /** ffmpeg's name, e.g. "pcm_u8". */
  codec: string;
}

/** The format and first audio stream of what ffprobe saw, or why it is not one of ours. */
export function recogniseContainer(probed: ProbedFile): Container | { refusal: string } {
  const demuxer = probed.format?.format_name?.split(',')[0] ?? '';
  const format = formatOfDemuxer[demuxer];
  if (!format || (probed.format?.probe_score ?? 0) < minProbeScore) {
    return { refusal: 'The file is not MP3, WAV, M4A, WebM, OGG or FLAC audio.' };
  }
  const streams = probed.streams ?? [];
  // Cover art is a picture "stream"; a moving picture makes it a video, which is not an audio format.
  if (streams.some((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)) {
    return { refusal: 'The file is a video; send its sound track alone.' };
  }
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  if (!audio) return { refusal: 'The file has no audio track.' };
  if (!codecsByFormat[format]?.test(audio.codec_name ?? '')) {
    return {
      refusal: `${format.toUpperCase()} files with ${audio.codec_name ?? 'unknown'} sound are not supported.`,
    };
  }
  const [channels, sampleRateHz] = [audio.channels ?? 0, Number(audio.sample_rate ?? 0)];
  if (!(channels >= 1 && sampleRateHz >= 1))
    return { refusal: 'The audio track has no channels or no rate.' };
  const { maxChannels, maxSampleRateHz } = limits.audio;
  if (sampleRateHz > maxSampleRateHz) {
    return {
      refusal: `The sound has ${sampleRateHz} samples a second; send it with ${maxSampleRateHz} at most.`,
    };
  }
  if (channels > maxChannels) {
    return { refusal: `The sound has ${channels} channels; send it with ${maxChannels} at most.` };
  }
  return { format, channels, sampleRateHz, codec: audio.codec_name ?? '' };
}

/**
 * The container a file claims to be by its first bytes, for files that ffprobe cannot open: one of ours that is
 * broken has no readable duration, which is another refusal than a foreign format.
 */
export async function claimedFormat(path: string): Promise<string | undefined> {
  const head = Buffer.alloc(12);
  const file = await open(path, 'r');
  try {
    await file.read(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
  const text = head.toString('latin1');
  if (/^(RIFF|RF64)/.test(text) && text.slice(8, 12) === 'WAVE') return 'wav';
  if (text.startsWith('fLaC')) return 'flac';
  if (text.startsWith('OggS')) return 'ogg';
  if (text.slice(4, 8) === 'ftyp')
    return /^(avif|avis|heic|mif1)/.test(text.slice(8, 12)) ? undefined : 'm4a';
  if (head.readUInt32BE(0) === 0x1a45dfa3) return 'webm';
  if (text.startsWith('ID3')) return 'mp3';
  return undefined;
}
