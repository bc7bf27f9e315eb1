import type { AlignedWord, Span } from '#server/domain/transcript/types.ts';

/** A hesitation that was put into a recording. */
export interface Spliced extends Span {
  kind: 'uh' | 'um' | 'repetition' | 'cut-off';
}

/** Sounds of one speaker to make hesitations of: mono, 16 kHz. */
export interface SpeakerSounds {
  vowels: readonly Int16Array[];
  hums: readonly Int16Array[];
}

const perMs = 16;
const vowelPhones: ReadonlySet<string> = new Set(['ah', 'er', 'uh', 'aa']);
/** The edges of a phone sound like its neighbours. */
const edgeMs = 10;

/** Well-said open vowels and m's in a speaker's aligned words. */
export function speakerSounds(
  utterances: readonly { samples: Int16Array; words: readonly AlignedWord[] }[],
): SpeakerSounds {
  const sounds = { vowels: [] as Int16Array[], hums: [] as Int16Array[] };
  for (const { samples, words } of utterances) {
    for (const { phone, startMs, endMs, gop } of words.flatMap((word) => word.phones ?? [])) {
      const cut = () => samples.slice((startMs + edgeMs) * perMs, (endMs - edgeMs) * perMs);
      if (vowelPhones.has(phone) && gop > -1.5 && endMs - startMs >= 70) sounds.vowels.push(cut());
      if (phone === 'm' && gop > -1 && endMs - startMs >= 60) sounds.hums.push(cut());
    }
  }
  return sounds;
}

/**
 * The recording with hesitations in front of some of its words, and where they are. A filled pause is the speaker's own vowel (and
 * "m") drawn out; a repetition the next word's sound, a cut-off word its first phones; silence before and behind comes from the recording.
 */
export function spliceHesitations(
  samples: Int16Array,
  words: readonly AlignedWord[],
  { vowels, hums }: SpeakerSounds,
  random: () => number,
): { samples: Int16Array; spliced: Spliced[] } {
  const parts: Int16Array[] = [];
  const spliced: Spliced[] = [];
  let length = 0;
  let at = 0;
  const push = (part: Int16Array) => {
    parts.push(part);
    length += part.length;
  };
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const room = roomTone(samples, words[0]?.startMs ?? 0);
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    if (!before?.phones || !word.phones || random() >= 0.3) continue;
    const made = hesitation(word);
    if (!made) continue;
    const cut = Math.round((before.endMs + word.startMs) / 2) * perMs;
    push(samples.slice(at, cut));
    at = cut;
    push(room(among([0, 40, 120, 250, 400])));
    const startMs = Math.round(length / perMs);
    push(faded(made.sound));
    spliced.push({ kind: made.kind, startMs, endMs: Math.round(length / perMs) });
    push(room(among([0, 40, 120, 250, 400])));
  }
  push(samples.slice(at));
  const joined = new Int16Array(length);
  let to = 0;
  for (const part of parts) {
    joined.set(part, to);
    to += part.length;
  }
  return { samples: joined, spliced };

  function hesitation({
    startMs,
    endMs,
    phones,
  }: AlignedWord): { kind: Spliced['kind']; sound: Int16Array } | undefined {
    const pick = random();
    if (pick < 0.15) return { kind: 'repetition', sound: samples.slice(startMs * perMs, endMs * perMs) };
    if (pick < 0.3) {
      const count = Math.min(phones!.length - 1, 2 + Math.floor(2 * random()));
      if (count < 2) return undefined;
      return { kind: 'cut-off', sound: samples.slice(startMs * perMs, phones![count - 1]!.endMs * perMs) };
    }
    if (vowels.length === 0) return undefined;
    const isUm = hums.length > 0 && random() < 0.5;
    const vowel = drawnOut(among(vowels), isUm ? 140 + 180 * random() : 180 + 300 * random());
    const hum = isUm ? drawnOut(among(hums), 90 + 180 * random()) : new Int16Array();
    const sound = new Int16Array(vowel.length + hum.length);
    sound.set(vowel);
    sound.set(scaled(hum, (0.6 * rms(vowel)) / Math.max(1, rms(hum))), vowel.length);
    const level = (0.4 + 0.5 * random()) * rms(samples.slice(startMs * perMs, endMs * perMs));
    return { kind: isUm ? 'um' : 'uh', sound: scaled(sound, level / Math.max(1, rms(sound))) };
  }
}

/** A sound made longer by overlapping pieces of it that fit each other (WSOLA, Verhelst & Roelands 1993). */
export function drawnOut(sound: Int16Array, durationMs: number): Int16Array {
  const [window, hop, reach] = [25 * perMs, 12.5 * perMs, 8 * perMs];
  const length = Math.round(durationMs * perMs);
  const latest = Math.max(0, sound.length - window);
  const sum = new Float32Array(length + window);
  const weights = new Float32Array(length + window);
  let previous = 0;
  for (let to = 0; to < length; to += hop) {
    const ideal = Math.round((to / length) * latest);
    let best = ideal;
    let bestMatch = Number.NEGATIVE_INFINITY;
    for (let from = Math.max(0, ideal - reach); to > 0 && from <= Math.min(latest, ideal + reach); from++) {
      let match = 0;
      for (let n = 0; n < window; n += 2) match += (sound[from + n] ?? 0) * (sound[previous + hop + n] ?? 0);
      if (match > bestMatch) [best, bestMatch] = [from, match];
    }
    for (let n = 0; n < window; n++) {
      const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / window);
      sum[to + n]! += weight * (sound[best + n] ?? 0);
      weights[to + n]! += weight;
    }
    previous = best;
  }
  return Int16Array.from(sum.subarray(0, length), (value, n) => value / Math.max(0.1, weights[n]!));
}

const rms = (sound: Int16Array): number =>
  Math.sqrt(sound.reduce((energy, value) => energy + value * value, 0) / Math.max(1, sound.length));

const scaled = (sound: Int16Array, gain: number): Int16Array =>
  sound.map((value) => Math.max(-32_768, Math.min(32_767, value * gain)));

const faded = (sound: Int16Array): Int16Array => {
  const over = Math.min(12 * perMs, sound.length >> 1);
  return sound.map((value, n) => value * Math.min(1, (n + 1) / over, (sound.length - n) / over));
};

/** Silence of any length out of what the recording begins with, back and forth. */
function roomTone(samples: Int16Array, firstWordMs: number): (durationMs: number) => Int16Array {
  const quiet = samples.slice(0, Math.max(50, Math.min(300, firstWordMs - 30)) * perMs);
  const usable = rms(quiet) <= 400 ? quiet : new Int16Array(800);
  return (durationMs) =>
    Int16Array.from({ length: durationMs * perMs }, (_, n) => {
      const at = n % (2 * usable.length);
      return usable[at < usable.length ? at : 2 * usable.length - 1 - at]!;
    });
}
