/** How samples lie in a WAV file; channels are interleaved. */
export interface WavForm {
  rateHz?: number;
  channels?: number;
  /** 8: unsigned, silence is 128. 16: signed, little end first. */
  bitsPerSample?: 8 | 16;
}

export const wavHeaderBytes = 44;

/** The 44 bytes in front of `dataBytes` of samples: 16 kHz, mono, 16 bits unless told otherwise. */
export function wavHeader(
  dataBytes: number,
  { rateHz = 16_000, channels = 1, bitsPerSample = 16 }: WavForm = {},
): Buffer {
  const bytesPerFrame = (channels * bitsPerSample) / 8;
  const header = Buffer.alloc(wavHeaderBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(wavHeaderBytes - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE(rateHz * bytesPerFrame, 28);
  header.writeUInt16LE(bytesPerFrame, 32);
  header.writeUInt16LE(bitsPerSample, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** A WAV file of these samples. */
export function wavOf(pcm: Uint8Array, form?: WavForm): Buffer<ArrayBuffer> {
  return Buffer.concat([wavHeader(pcm.length, form), pcm]);
}
