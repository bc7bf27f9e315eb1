/** [a b c d e f]: maps (x, y) to (ax + cy + e, bx + dy + f). */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function product(outer: ArrayLike<number>, inner: ArrayLike<number>): Matrix {
  const [a, b, c, d, e, f] = Array.from(outer) as unknown as Matrix;
  const [p, q, r, s, t, u] = Array.from(inner) as unknown as Matrix;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

export const pointBy = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** Upright, by two corners. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The upright rectangle around another one that a matrix has turned or stretched. */
export function rectBy(matrix: Matrix, { left, top, right, bottom }: Rect): Rect {
  const corners = [
    pointBy(matrix, left, top),
    pointBy(matrix, right, top),
    pointBy(matrix, left, bottom),
    pointBy(matrix, right, bottom),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export function common(one: Rect, other: Rect): Rect {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

export const areaOf = ({ left, top, right, bottom }: Rect): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** How much of a rectangle lies in another one, 0–1. */
export const shareIn = (rect: Rect, other: Rect): number =>
  areaOf(rect) === 0 ? 0 : areaOf(common(rect, other)) / areaOf(rect);
