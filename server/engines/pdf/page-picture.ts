import { type Colour, differenceOf, nearColours } from '../cv-files/legibility.ts';
import type { Rect } from './matrix.ts';

/** A page as it looks: rows of red, green, blue, from the upper left corner. */
export interface PagePicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Reads a picture in the format that `pdftoppm` writes; undefined where it is cut off or another. */
export function readPixmap(bytes: Uint8Array): PagePicture | undefined {
  const head = Buffer.from(bytes.subarray(0, 40)).toString('latin1');
  const [header, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(head) ?? [];
  if (header === undefined) return undefined;
  const picture = {
    width: Number(width),
    height: Number(height),
    pixels: bytes.subarray(header.length),
  };
  return picture.pixels.length >= 3 * picture.width * picture.height ? picture : undefined;
}

/** What is seen in a rectangle of a page. */
export interface Look {
  /** The colour of most of it. */
  ground: Colour;
  /** How much of it has nearly that colour, 0–1. */
  groundShare: number;
  /** How far the colour farthest from the ground is from it (`differenceOf`). Single pixels do not count. */
  contrast: number;
  /** How many pixels are on their way from the ground to `ink`, as the edges of its letters are, 0–1; 0 without an ink. */
  inkShare: number;
  /** How much of it has nearly the colour `ink`, 0–1. */
  likeInkShare: number;
  /** How much of it is neither ground nor on its way from there to `ink`, as in a photograph, 0–1; 0 without an ink. */
  otherShare: number;
  /** The colour farthest from the ground. */
  farthest: Colour;
}

/** Thin strokes are paler than their ink, since a pixel is mostly ground: so much of the way at least. */
const leastWay = 0.15;
/** A pixel this far beside the way from ground to ink, in parts of its distance from the ground, is something else. */
const besideWay = 0.4;

/**
 * @param rect in pixels
 * @param margin in pixels, around it, to see the ground
 */
export function lookAt(
  { width, height, pixels }: PagePicture,
  rect: Rect,
  margin: number,
  ink: Colour | null,
): Look | undefined {
  const [left, right] = [rect.left - margin, rect.right + margin].map((at) =>
    Math.min(width, Math.max(0, Math.round(at))),
  ) as [number, number];
  const [top, bottom] = [rect.top - margin, rect.bottom + margin].map((at) =>
    Math.min(height, Math.max(0, Math.round(at))),
  ) as [number, number];
  const total = (right - left) * (bottom - top);
  if (total <= 0) return undefined;
  const each = (visit: (red: number, green: number, blue: number) => void) => {
    for (let y = top; y < bottom; y++) {
      for (let at = 3 * (y * width + left); at < 3 * (y * width + right); at += 3)
        visit(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
    }
  };

  const counts = new Map<number, number>();
  each((red, green, blue) => {
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  let most = 0;
  let groundKey = 0;
  for (const [key, count] of counts) if (count > most) [most, groundKey] = [count, key];
  const sum = [0, 0, 0, 0] as [number, number, number, number];
  each((red, green, blue) => {
    if ((((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)) !== groundKey) return;
    sum[0] += red;
    sum[1] += green;
    sum[2] += blue;
    sum[3]++;
  });
  const ground: Colour = [sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]];

  const way = ink?.map((part, index) => part - ground[index]!) as [number, number, number] | undefined;
  const wayLength = way ? Math.hypot(...way) : 0;
  const distances = new Uint32Array(256);
  let [likeGround, onWay, likeInk, other, farthestAt] = [0, 0, 0, 0, 0];
  let farthest = ground;
  each((red, green, blue) => {
    const off = [red - ground[0], green - ground[1], blue - ground[2]] as const;
    const distance = differenceOf(ground, [red, green, blue]);
    distances[Math.min(255, Math.round(distance))]!++;
    if (distance > farthestAt) [farthest, farthestAt] = [[red, green, blue], distance];
    const isGround = Math.max(...off.map(Math.abs)) < nearColours;
    if (isGround) likeGround++;
    if (ink && differenceOf(ink, [red, green, blue]) < nearColours) likeInk++;
    if (!way || wayLength === 0) return;
    const gone = (off[0] * way[0] + off[1] * way[1] + off[2] * way[2]) / wayLength ** 2;
    const beside = Math.hypot(...off.map((part, index) => part - gone * way[index]!));
    const isOnWay = gone > 0 && beside <= besideWay * Math.hypot(...off);
    if (isOnWay && gone >= leastWay) onWay++;
    if (!isGround && !isOnWay) other++;
  });
  let contrast = 255;
  for (let far = 0; contrast > 0; contrast--) {
    far += distances[contrast]!;
    if (far >= Math.max(2, 0.004 * total)) break;
  }
  return {
    ground,
    groundShare: likeGround / total,
    contrast,
    inkShare: onWay / total,
    likeInkShare: likeInk / total,
    otherShare: other / total,
    farthest,
  };
}
