/** Every container and sample form the specification accepts, as ffmpeg writes it. */
export const audioFormats: readonly {
  name: string;
  file: string;
  options: string;
  /** Left to the bench: the test keeps every container, and the rates and depths that lose most. */
  benchOnly?: true;
}[] = [
  { name: 'MP3 64 kbit/s, as bundled', file: 'a.mp3', options: '-c copy' },
  {
    name: 'MP3 128 kbit/s, 44.1 kHz stereo',
    file: 'b.mp3',
    options: '-c:a libmp3lame -b:a 128k -ar 44100 -ac 2',
    benchOnly: true,
  },
  { name: 'WAV 8 bit', file: 'c.wav', options: '-c:a pcm_u8' },
  { name: 'WAV 16 bit', file: 'd.wav', options: '-c:a pcm_s16le' },
  { name: 'WAV 24 bit', file: 'e.wav', options: '-c:a pcm_s24le' },
  { name: 'WAV 32 bit', file: 'f.wav', options: '-c:a pcm_s32le' },
  { name: 'WAV float', file: 'g.wav', options: '-c:a pcm_f32le' },
  { name: 'WAV 8 kHz', file: 'h.wav', options: '-c:a pcm_s16le -ar 8000' },
  { name: 'WAV 11.025 kHz', file: 'i.wav', options: '-c:a pcm_s16le -ar 11025', benchOnly: true },
  { name: 'WAV 22.05 kHz', file: 'j.wav', options: '-c:a pcm_s16le -ar 22050', benchOnly: true },
  { name: 'WAV 44.1 kHz stereo', file: 'k.wav', options: '-c:a pcm_s16le -ar 44100 -ac 2', benchOnly: true },
  { name: 'WAV 96 kHz', file: 'l.wav', options: '-c:a pcm_s24le -ar 96000', benchOnly: true },
  { name: 'M4A (AAC)', file: 'm.m4a', options: '-c:a aac -b:a 96k -ar 44100' },
  { name: 'WebM (Opus)', file: 'n.webm', options: '-c:a libopus -b:a 64k -ar 48000' },
  { name: 'OGG (Vorbis)', file: 'o.ogg', options: '-c:a libvorbis -q:a 4' },
  { name: 'OGG (Opus)', file: 'p.ogg', options: '-c:a libopus -b:a 48k -ar 48000' },
  { name: 'FLAC', file: 'q.flac', options: '-c:a flac' },
];
