import { gaussian } from '../random.ts';

const SAMPLE_RATE_HZ = 16_000;
const SPEED_OF_SOUND = 343;
/** Reflections are placed one by one up to here; behind it they are so dense that noise of the same energy stands for them. */
const EARLY_MS = 50;
/** Half the length of the windowed sinc that places a reflection between two samples. */
const SINC_REACH = 8;
/** The echo is followed down to this level below its start; further down it is lost under the noise. */
const ECHO_DEPTH_DB = 45;

/** A speaker who faces the microphone is louder towards it than all around. */
const FACING_GAIN = 1.4;

export type Point = readonly [x: number, y: number, z: number];

/** A box-shaped room, metres, with one microphone. */
export interface Room {
  size: Point;
  microphone: Point;
  /** Time in which the sound falls by 60 dB. */
  reverberationSeconds: number;
}

/** A meeting or living room with the microphone on a table, somewhere near the middle. */
export function drawRoom(random: () => number): Room {
  const between = (low: number, high: number) => low + (high - low) * random();
  const size: Point = [between(3, 7), between(2.6, 5), between(2.4, 3.2)];
  return {
    size,
    microphone: [size[0] * between(0.35, 0.65), size[1] * between(0.35, 0.65), between(0.75, 1)],
    reverberationSeconds: between(0.2, 0.6),
  };
}

/** A place for a head at a distance from the microphone, inside the room; nearer where the room is too small. */
export function drawPlace(room: Room, distance: number, random: () => number): Point {
  const direction = 2 * Math.PI * random();
  const height = 1.1 + 0.25 * random();
  const inside = (value: number, length: number) => Math.min(length - 0.3, Math.max(0.3, value));
  return [
    inside(room.microphone[0] + distance * Math.cos(direction), room.size[0]),
    inside(room.microphone[1] + distance * Math.sin(direction), room.size[1]),
    height,
  ];
}

/**
 * What the microphone hears of a click at `source`, from the arrival of the direct sound on: image sources of a box whose
 * walls all absorb alike (Allen & Berkley 1979; absorption from the reverberation time by Sabine's formula), then decaying noise.
 */
export function impulseResponse(room: Room, source: Point, random: () => number): Float32Array {
  const { size, microphone, reverberationSeconds } = room;
  const [width, depth, height] = size;
  const volume = width * depth * height;
  const surface = 2 * (width * depth + width * height + depth * height);
  const absorption = Math.min(0.95, (0.161 * volume) / (surface * reverberationSeconds));
  const reflection = Math.sqrt(1 - absorption);
  const directMetres = Math.hypot(...source.map((value, axis) => value - microphone[axis]!));
  const early = (EARLY_MS / 1000) * SAMPLE_RATE_HZ;
  const length = Math.ceil(((reverberationSeconds * ECHO_DEPTH_DB) / 60) * SAMPLE_RATE_HZ);
  const response = new Float32Array(Math.max(length, early + 2 * SINC_REACH));
  const farthest = directMetres + (EARLY_MS / 1000) * SPEED_OF_SOUND;
  const reach = size.map((side) => Math.ceil(farthest / (2 * side)));
  let lateEnergy = 0;
  for (let nx = -reach[0]!; nx <= reach[0]!; nx++)
    for (let ny = -reach[1]!; ny <= reach[1]!; ny++)
      for (let nz = -reach[2]!; nz <= reach[2]!; nz++)
        for (let mirrored = 0; mirrored < 8; mirrored++) {
          let squared = 0;
          let bounces = 0;
          for (const [axis, n] of [nx, ny, nz].entries()) {
            const flips = (mirrored >> axis) & 1;
            const image = (flips ? -source[axis]! : source[axis]!) + 2 * n * size[axis]!;
            squared += (image - microphone[axis]!) ** 2;
            bounces += Math.abs(n - flips) + Math.abs(n);
          }
          const metres = Math.sqrt(squared);
          if (metres > farthest) continue;
          const gain = (reflection ** bounces * directMetres) / metres;
          const at = ((metres - directMetres) / SPEED_OF_SOUND) * SAMPLE_RATE_HZ;
          if (at > early * 0.6) lateEnergy += gain * gain;
          placeClick(response, at, gain);
        }
  response[0]! *= FACING_GAIN;
  // The noise goes on where the reflections stop, with their density of energy.
  const decay = Math.log(1000) / (reverberationSeconds * SAMPLE_RATE_HZ);
  let envelope = Math.sqrt(lateEnergy / (early * 0.4)) * Math.exp(-decay * early * 0.2);
  const step = Math.exp(-decay);
  let previous = 0;
  for (let i = early; i < response.length; i++) {
    // Air and furniture swallow high tones first.
    previous = 0.45 * previous + 0.89 * gaussian(random);
    response[i]! += envelope * previous;
    envelope *= step;
  }
  return response;
}

function placeClick(response: Float32Array, at: number, gain: number): void {
  const middle = Math.round(at);
  for (let i = Math.max(0, middle - SINC_REACH); i <= middle + SINC_REACH && i < response.length; i++) {
    const x = i - at;
    const sinc = Math.abs(x) < 1e-6 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    response[i]! += gain * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (SINC_REACH + 1)));
  }
}
