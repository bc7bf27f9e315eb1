/** Window of the transform and distance of the frames, samples at 16 kHz. */
const windowSamples = 400;
const hopSamples = 160;
const bins = windowSamples / 2 + 1;

/**
 * The textbook form of native/src/whisper_mel.cc: a plain discrete Fourier transform in double precision, as openai/whisper's
 * `log_mel_spectrogram` defines it (center=True, periodic Hann, slaney's mel scale and norm).
 *
 * @returns bands × frames
 */
export function whisperMelReference(
  samples: Float32Array,
  bands: number,
  frames: number,
): Float32Array<ArrayBuffer> {
  const length = frames * hopSamples;
  const sound = new Float64Array(length);
  sound.set(samples.subarray(0, length));
  const filters = melFilters(bands);
  const logs = new Float64Array(bands * frames);
  for (let frame = 0; frame < frames; frame++) {
    const power = powerSpectrum(windowed(sound, frame * hopSamples));
    for (const [band, filter] of filters.entries()) {
      let sum = 0;
      for (let bin = 0; bin < bins; bin++) sum += filter[bin]! * power[bin]!;
      logs[band * frames + frame] = Math.log10(Math.max(sum, 1e-10));
    }
  }
  const floor = logs.reduce((max, value) => Math.max(max, value), -10) - 8;
  return Float32Array.from(logs, (value) => (Math.max(value, floor) + 4) / 4);
}

/** The samples around `middle` under a Hann window; beyond the ends of the sound, its mirror image. */
function windowed(sound: Float64Array, middle: number): Float64Array {
  const last = sound.length - 1;
  return Float64Array.from({ length: windowSamples }, (_, i) => {
    let at = Math.abs(middle - windowSamples / 2 + i);
    if (at > last) at = 2 * last - at;
    return (sound[at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / windowSamples));
  });
}

const cosines = Float64Array.from({ length: windowSamples }, (_, i) =>
  Math.cos((2 * Math.PI * i) / windowSamples),
);
const sines = Float64Array.from({ length: windowSamples }, (_, i) =>
  Math.sin((2 * Math.PI * i) / windowSamples),
);

function powerSpectrum(signal: Float64Array): Float64Array {
  const power = new Float64Array(bins);
  for (let bin = 0; bin < bins; bin++) {
    let [re, im] = [0, 0];
    for (let i = 0, turn = 0; i < windowSamples; i++) {
      re += signal[i]! * cosines[turn]!;
      im -= signal[i]! * sines[turn]!;
      turn += bin;
      if (turn >= windowSamples) turn -= windowSamples;
    }
    power[bin] = re * re + im * im;
  }
  return power;
}

function melFilters(bands: number): Float64Array[] {
  const toMel = (hz: number) => (hz < 1000 ? (hz * 3) / 200 : 15 + (Math.log(hz / 1000) * 27) / Math.log(6.4));
  const toHz = (mel: number) => (mel < 15 ? (mel * 200) / 3 : 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27));
  const edges = Array.from({ length: bands + 2 }, (_, i) => toHz((toMel(8000) * i) / (bands + 1)));
  return Array.from({ length: bands }, (_, band) => {
    const [left, middle, right] = edges.slice(band, band + 3) as [number, number, number];
    return Float64Array.from({ length: bins }, (_, bin) => {
      const hz = (bin * 16_000) / windowSamples;
      const height = Math.min((hz - left) / (middle - left), (right - hz) / (right - middle));
      return (Math.max(0, height) * 2) / (right - left);
    });
  });
}
