import { differenceOf, minLetterWidthPt, minSizePt, nearColours } from '../cv-files/legibility.ts';
import type { DrawnWord } from './drawing.ts';
import type { DrawnPicture } from './drawn-words.ts';
import { areaOf, type Rect, shareIn } from './matrix.ts';
import type { PdfTextItem } from './page-items.ts';
import { lookAt, type PagePicture } from './page-picture.ts';

/** A word of which less than this share is drawn is cut away. */
const minShownShare = 0.4;
/** Without a colour of its own to look for, a word needs this contrast with its ground. */
const minContrast = 16;
/** Writing under an invisible layer of text, as a scan has it: dark or light strokes on a ground of one colour. */
const scanned = { minContrast: 48, minGroundShare: 0.25, maxGroundShare: 0.97, maxOtherShare: 0.2 } as const;
/** Ink of which more than this is seen around a word is its ground, and what else is seen there is another's. */
const groundOwnShare = 0.65;
/** Of a word's place, what of its ink is seen there at least. */
const minInkShare = 0.005;
/** A ground of many colours is a photograph's, which has the colour of any ink somewhere: this little of it is of one colour, or so much neither ground nor ink. */
const photo = { maxGroundShare: 0.25, minOtherShare: 0.12 } as const;

/**
 * Judges by what the page looks like: a word is seen if the page shows ink of its colour in its place.
 *
 * @param picture of the page; without one only what cannot be seen on any page is found: layers that are off, what lies beyond the page or is cut away, what is too small
 * @param picturesOn where pictures are drawn, asked for when that decides
 */
export async function seenWords(
  words: readonly DrawnWord[],
  {
    widthPt,
    heightPt,
    picture,
    picturesOn,
  }: {
    widthPt: number;
    heightPt: number;
    picture: PagePicture | undefined;
    picturesOn: () => Promise<readonly DrawnPicture[]>;
  },
): Promise<Set<DrawnWord>> {
  const page: Rect = { left: 0, top: 0, right: widthPt, bottom: heightPt };
  const drawn = words.filter((word) => isDrawnOn(page, word));
  if (!picture) return new Set(drawn);

  const scaleX = picture.width / widthPt;
  const scaleY = picture.height / heightPt;
  const lookOn = (box: Rect, marginPt: number, ink: Parameters<typeof lookAt>[3]) =>
    lookAt(
      picture,
      {
        left: box.left * scaleX,
        top: box.top * scaleY,
        right: box.right * scaleX,
        bottom: box.bottom * scaleY,
      },
      marginPt * scaleY,
      ink,
    );

  // Signs outside of ASCII of a font that is not in the file are drawn only by who has such a font.
  const inked = new Set<string>();
  const provesByInk = ({ isAnnotation, hasFont, item }: DrawnWord) =>
    !isAnnotation && (hasFont || /^[\x20-\x7e]*$/.test(item.str) || inked.has(item.fontName));
  const seen = new Set<DrawnWord>();
  const uninked: { word: DrawnWord; isTold: boolean }[] = [];
  const onPhoto: DrawnWord[] = [];
  for (const word of drawn) {
    if (!word.ink) continue;
    const { colour, alpha } = word.ink;
    const look = lookOn(word.box, 0.15 * word.fontSizePt, colour);
    if (!look) continue;
    const { ground, groundShare, contrast, inkShare, likeInkShare, otherShare } = look;
    if (colour === null) {
      if (contrast >= minContrast && alpha > 0) seen.add(word);
      else uninked.push({ word, isTold: alpha > 0 });
      continue;
    }
    const isOwnGround = differenceOf(colour, ground) < nearColours;
    // Heavy letters may cover most of their place, and then their ink looks like the ground.
    if (isOwnGround && (likeInkShare > groundOwnShare || contrast < nearColours)) continue;
    if (alpha * (isOwnGround ? contrast : differenceOf(colour, ground)) < nearColours) continue;
    if (!isOwnGround && inkShare < minInkShare) {
      uninked.push({ word, isTold: true });
      continue;
    }
    inked.add(word.item.fontName);
    if (groundShare < photo.maxGroundShare || otherShare > photo.minOtherShare) onPhoto.push(word);
    seen.add(word);
  }
  for (const { word, isTold } of uninked) if (isTold && !provesByInk(word)) seen.add(word);
  if (onPhoto.length > 0) {
    const pictures = await picturesOn();
    for (const word of onPhoto) {
      if (pictures.some((one) => covers(one, word))) seen.delete(word);
    }
  }
  const written = [...seen];
  for (const word of drawn) {
    if (word.ink || written.some(({ box }) => overlap(box, word.box) > 0.25)) continue;
    const ink = lookOn(word.box, 0, null)?.farthest ?? null;
    const look = lookOn(word.box, 0, ink);
    if (look && looksScanned(look)) seen.add(word);
  }
  return seen;
}

/** By what the file says, without a look at the page. */
const isDrawnOn = (page: Rect, { box, clip, isOff, fontSizePt, letters, item }: DrawnWord): boolean =>
  !isOff &&
  fontSizePt >= minSizePt &&
  item.width >= minLetterWidthPt * letters.length &&
  shareIn(box, page) >= minShownShare &&
  shareIn(box, clip) >= minShownShare;

/** A picture that is drawn over a word and hides it. */
const covers = ({ box, order }: DrawnPicture, word: DrawnWord): boolean =>
  order > word.order && shareIn(word.box, box) > 1 - minShownShare;

type Look = NonNullable<ReturnType<typeof lookAt>>;

const looksScanned = ({ otherShare, contrast, groundShare }: Look): boolean =>
  otherShare <= scanned.maxOtherShare &&
  contrast >= scanned.minContrast &&
  groundShare >= scanned.minGroundShare &&
  groundShare <= scanned.maxGroundShare;

/** How much of the smaller one lies in the other, 0–1. */
const overlap = (one: Rect, other: Rect): number =>
  areaOf(one) < areaOf(other) ? shareIn(one, other) : shareIn(other, one);

/**
 * pdf.js joins what stands side by side, whatever its colour: gives its texts without what is not seen. A text of which a part is not
 * seen is put together anew from the words that are.
 *
 * @param toPage from the page's own space to the displayed page
 */
export function withoutUnseen(
  items: readonly PdfTextItem[],
  words: readonly DrawnWord[],
  seen: ReadonlySet<DrawnWord>,
  place: (item: PdfTextItem) => { x: number; y: number; endX: number; endY: number; sizePt: number },
): PdfTextItem[] {
  if (seen.size === words.length) return [...items];
  const letters = words
    .flatMap((word) => word.letters.map((letter) => ({ ...letter, word })))
    .sort((one, other) => one.y - other.y);
  return items.flatMap((item) => {
    if (!item.str.trim()) return [item];
    const { x, y, endX, endY, sizePt } = place(item);
    const length = Math.hypot(endX - x, endY - y) || 1;
    const [alongX, alongY] = [(endX - x) / length, (endY - y) / length];
    const reach = 0.3 * sizePt;
    const found = new Set<DrawnWord>();
    const lowest = Math.max(y, endY) + reach;
    for (let at = firstFrom(letters, Math.min(y, endY) - reach); at < letters.length; at++) {
      const letter = letters[at]!;
      if (letter.y > lowest) break;
      const along = (letter.x - x) * alongX + (letter.y - y) * alongY;
      const beside = Math.abs((letter.y - y) * alongX - (letter.x - x) * alongY);
      if (along > -reach && along < length - 0.02 * sizePt && beside <= reach) found.add(letter.word);
    }
    const text = plain(item.str);
    const turned = [...text].reverse().join('');
    const own = [...found].filter(({ item: { str } }) => {
      const part = plain(str);
      return text.includes(part) || turned.includes(part);
    });
    const of = own.length > 0 ? own : [...found];
    if (of.every((word) => seen.has(word))) return [item];
    return of.filter((word) => seen.has(word)).map((word) => word.item);
  });
}

/** Words that are nowhere to be seen on the page: an invisible copy of what is there, as some programs make, hides nothing. */
export function hiddenWords(words: readonly DrawnWord[], seen: ReadonlySet<DrawnWord>): number {
  const texts = new Set([...seen].map(({ item }) => plain(item.str)));
  const hidden = words
    .filter((word) => !seen.has(word))
    .map(({ item }) => plain(item.str))
    .filter((text) => !texts.has(text) && /[\p{L}\p{N}]/u.test(text));
  return producersMark.test(hidden.join('')) ? 0 : hidden.length;
}

/** What TCPDF writes under every file, a point high and without ink. */
const producersMark = /^PoweredbyTCPDF\(www\.tcpdf\.org\)$/;

const plain = (text: string) => text.normalize('NFKC').replace(/\s/g, '');

/** Where, in order of `y`, those from `y` on begin. */
function firstFrom(letters: readonly { y: number }[], y: number): number {
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (letters[middle]!.y < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
