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

/** Codecs of still pictures. Motion JPEG is films, too: then there are many a second. */
const pictureCodecs = /^(mjpeg|png|apng|bmp|gif|tiff|webp)$/;
/** Chapters have a picture each; a film has more than this. */
const maxPicturesPerSecond = 0.5;

export interface ProbedStream {
  index?: number;
  codec_type?: string;
  codec_name?: string;
  sample_rate?: string;
  start_time?: string;
  channels?: number;
  channel_layout?: string;
  avg_frame_rate?: string;
  nb_frames?: string;
  disposition?: Record<string, number>;
  tags?: Record<string, string>;
}

export interface ProbedFile {
  format?: { format_name?: string; probe_score?: number; start_time?: string };
  streams?: ProbedStream[];
}

/** Under this ffmpeg is guessing: random bytes look like a frame or two of MPEG audio. */
const minProbeScore = 20;

/** A sound track of a file. */
export interface SoundTrack {
  /** ffmpeg's number of the stream. */
  index: number;
  channels: number;
  /** ffmpeg's name of which channel is where, e.g. "5.1"; guessed where the file does not say. */
  layout: string;
  sampleRateHz: number;
  /** ffmpeg's name, e.g. "pcm_u8". */
  codec: string;
  /** Its first sound, by the file's clock; absent where that is not among the first packets. */
  beginsMs?: number;
}

/** A file in one of our formats, its sound tracks, and what a client should know of them. */
export interface Container {
  format: string;
  tracks: [SoundTrack, ...SoundTrack[]];
  /** Where the file's clock begins: between here and the first sound is silence. */
  startMs: number;
  warnings: string[];
}

/** Others are lists of channels, for which ffmpeg has no name. */
const plainLayout = /^(mono|stereo|[a-z]+|\d\.\d[\d.]*(\([a-z-]+\))?)$/;
/** As ffmpeg guesses them, by the number of channels. */
const guessedLayouts = ['mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'];

/** A clock that begins later than this began with something else, e.g. a live stream. */
const maxLeadMs = 60_000;

/** The format and the sound tracks of what ffprobe saw, or why it is not one of ours. */
export function recogniseContainer(probed: ProbedFile): Container | { refusal: string } {
  const demuxer = probed.format?.format_name?.split(',')[0] ?? '';
  const format = formatOfDemuxer[demuxer];
  if (!format || (probed.format?.probe_score ?? 0) < minProbeScore) {
    return { refusal: 'The file is not MP3, WAV, M4A, WebM, OGG or FLAC audio.' };
  }
  const streams = probed.streams ?? [];
  if (streams.some((stream) => stream.codec_type === 'video' && !isPicture(stream))) {
    return { refusal: 'The file is a video; send its sound track alone.' };
  }
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  if (sounds.length === 0) return { refusal: 'The file has no audio track.' };
  const isReadable = ({ codec_name }: ProbedStream) => codecsByFormat[format]!.test(codec_name ?? '');
  const readable = sounds.filter(isReadable);
  if (readable.length === 0) {
    const codec = sounds[0]!.codec_name ?? 'unknown';
    return { refusal: `${format.toUpperCase()} files with ${codec} sound are not supported.` };
  }
  const tracks: SoundTrack[] = [];
  for (const {
    index = 0,
    channels = 0,
    channel_layout,
    sample_rate,
    codec_name = '',
    start_time,
  } of readable) {
    const beginsMs = 1000 * Number(start_time);
    const layout = plainLayout.test(channel_layout ?? '')
      ? channel_layout!
      : (guessedLayouts[channels - 1] ?? '');
    const track = {
      ...{ index, channels, layout, sampleRateHz: Number(sample_rate ?? 0), codec: codec_name },
      ...(Number.isFinite(beginsMs) && { beginsMs }),
    };
    const fault = faultOf(track);
    if (fault) return { refusal: fault };
    tracks.push(track);
  }
  const { maxTracks } = limits.audio;
  if (tracks.length > maxTracks) {
    return { refusal: `The file has ${tracks.length} sound tracks; send it with ${maxTracks} at most.` };
  }
  const inAll = tracks.reduce((sum, { channels }) => sum + channels, 0);
  if (inAll > maxTracks * 2) {
    return {
      refusal: `The file has ${inAll} channels in ${tracks.length} sound tracks; send it with ${maxTracks * 2} at most.`,
    };
  }
  const startMs = 1000 * Number(probed.format?.start_time ?? 0) || 0;
  return {
    format,
    tracks: tracks as Container['tracks'],
    startMs: startMs > 0 && startMs <= maxLeadMs ? 0 : startMs,
    warnings: [
      ...sounds.flatMap((stream, at) =>
        isReadable(stream)
          ? []
          : [
              `Sound track ${at + 1} of the file (${stream.codec_name ?? 'unknown'}) cannot be read: it is left out.`,
            ],
      ),
      ...trackWarnings(sounds),
    ],
  };
}

/** Cover art, and pictures of chapters. */
function isPicture({ codec_name, disposition, avg_frame_rate, nb_frames }: ProbedStream): boolean {
  if (disposition?.attached_pic) return true;
  if (!pictureCodecs.test(codec_name ?? '')) return false;
  if (nb_frames === '1') return true;
  const [count, seconds] = (avg_frame_rate ?? '').split('/').map(Number);
  return !(count! / seconds! > maxPicturesPerSecond);
}

function faultOf({ channels, sampleRateHz }: SoundTrack): string | undefined {
  const { maxChannels, maxSampleRateHz } = limits.audio;
  if (!(channels >= 1 && sampleRateHz >= 1)) return 'The audio track has no channels or no rate.';
  if (sampleRateHz > maxSampleRateHz) {
    return `The sound has ${sampleRateHz} samples a second; send it with ${maxSampleRateHz} at most.`;
  }
  return channels > maxChannels
    ? `The sound has ${channels} channels; send it with ${maxChannels} at most.`
    : undefined;
}

/** Tracks that do not belong to one conversation, as their labels say. */
function trackWarnings(sounds: readonly ProbedStream[]): string[] {
  if (sounds.length < 2) return [];
  const languages = sounds.map(({ tags }) => tags?.language?.toLowerCase() ?? 'und');
  const known = new Set(languages.filter((language) => language !== 'und'));
  const comments = sounds.flatMap((sound, at) => (isCommentary(sound) ? [at + 1] : []));
  return [
    ...(known.size > 1
      ? [
          `The file's sound tracks are labelled with different languages (${languages.join(', ')}): all are heard. ` +
            'Send the track of the conversation alone if the others are translations.',
        ]
      : []),
    ...comments.map(
      (number) =>
        `Sound track ${number} of the file is labelled as a commentary: it is heard like the others. ` +
        'Send the track of the conversation alone if it does not belong to it.',
    ),
  ];
}

const isCommentary = ({ disposition, tags }: ProbedStream): boolean =>
  Boolean(disposition?.comment || disposition?.visual_impaired || disposition?.descriptions) ||
  /comment/i.test(`${tags?.title ?? ''} ${tags?.handler_name ?? ''}`);

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
  return formatOfHead(head);
}

/** By the first 12 bytes; MP3 only where a tag is in front. */
function formatOfHead(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, 12);
  if (/^(RIFF|RF64)/.test(text) && text.slice(8, 12) === 'WAVE') return 'wav';
  if (text.startsWith('fLaC')) return 'flac';
  if (text.startsWith('OggS')) return 'ogg';
  if (text.slice(4, 8) === 'ftyp')
    return /^(avif|avis|heic|mif1)/.test(text.slice(8, 12)) ? undefined : 'm4a';
  if (head.readUInt32BE(0) === 0x1a45dfa3) return 'webm';
  if (text.startsWith('ID3')) return 'mp3';
  return undefined;
}
