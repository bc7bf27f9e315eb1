import type { Colour } from '../cv-files/legibility.ts';
import { childOf, type Element } from './xml.ts';

/** Colours as a Word file names them: in hex, by the theme, or by the names of highlighters. */
export interface Colours {
  /** Of `w:color`, `w:background`: undefined where it says none, `auto` where it suits its ground. */
  written(element: Element | undefined): Colour | 'auto' | undefined;
  /** Of `w:shd`: null where it takes shading away. */
  shading(element: Element | undefined): Colour | null | undefined;
  /** Of a drawing's `a:solidFill` or `w14:solidFill`; undefined where it cannot be told. */
  drawn(fill: Element | undefined): { colour: Colour; alpha: number } | undefined;
}

const highlights: Readonly<Record<string, string>> = {
  black: '000000',
  blue: '0000FF',
  cyan: '00FFFF',
  darkBlue: '000080',
  darkCyan: '008080',
  darkGray: '808080',
  darkGreen: '008000',
  darkMagenta: '800080',
  darkRed: '800000',
  darkYellow: '808000',
  green: '00FF00',
  lightGray: 'C0C0C0',
  magenta: 'FF00FF',
  red: 'FF0000',
  white: 'FFFFFF',
  yellow: 'FFFF00',
};

/** What styles call the colours of the theme, and what drawings call them. */
const themeNames: Readonly<Record<string, string>> = {
  text1: 't1',
  dark1: 'dk1',
  background1: 'bg1',
  light1: 'lt1',
  text2: 't2',
  dark2: 'dk2',
  background2: 'bg2',
  light2: 'lt2',
  hyperlink: 'hlink',
  followedHyperlink: 'folHlink',
  tx1: 't1',
  tx2: 't2',
};
const usualMapping: Readonly<Record<string, string>> = { t1: 'dk1', bg1: 'lt1', t2: 'dk2', bg2: 'lt2' };

export function highlightOf(name: string | undefined): Colour | null | undefined {
  if (name === undefined) return undefined;
  return hexOf(highlights[name]) ?? null;
}

/** @param mapping of the settings, `w:clrSchemeMapping`: which colour of the theme texts and backgrounds have */
export function coloursOf(theme: Element | undefined, mapping: Element | undefined): Colours {
  const scheme = childOf(childOf(theme, 'a:themeElements'), 'a:clrScheme');
  const byName = new Map<string, Colour>();
  for (const { name, children } of scheme?.children ?? []) {
    const [first] = children;
    const colour = hexOf(first?.attributes.lastClr ?? first?.attributes.val);
    if (colour) byName.set(name.slice(2), colour);
  }
  const themed = (name: string | undefined): Colour | undefined => {
    if (name === undefined) return undefined;
    const short = themeNames[name] ?? name;
    const mapped = mapping?.attributes[short];
    const own = mapped === undefined ? (usualMapping[short] ?? short) : (themeNames[mapped] ?? mapped);
    return byName.get(own);
  };

  const colourIn = (attributes: Element['attributes'], hex: string, theme: string) => {
    const { [`${theme}Tint`]: tint, [`${theme}Shade`]: shade } = attributes;
    const base = themed(attributes[theme === 'theme' ? 'themeColor' : theme]);
    if (!base) return hexOf(attributes[hex]) ?? (attributes[hex] === 'auto' ? 'auto' : undefined);
    const tinted = tint === undefined ? base : mix(base, white, 1 - Number.parseInt(tint, 16) / 255);
    return shade === undefined ? tinted : mix(black, tinted, Number.parseInt(shade, 16) / 255);
  };

  return {
    written: (element) =>
      element && colourIn(element.attributes, element.name === 'w:background' ? 'color' : 'val', 'theme'),

    shading(element) {
      if (!element) return undefined;
      const { attributes } = element;
      const pattern = attributes.val ?? 'clear';
      if (pattern === 'nil') return null;
      const fill = colourIn(attributes, 'fill', 'themeFill');
      const ink = colourIn(attributes, 'color', 'theme');
      const share = pattern === 'solid' ? 1 : Number(/^pct(\d+)$/.exec(pattern)?.[1] ?? 0) / 100;
      const ground = fill === 'auto' || fill === undefined ? null : fill;
      if (share === 0) return ground;
      return mix(ground ?? white, ink === 'auto' || ink === undefined ? black : ink, share);
    },

    drawn(fill) {
      const named = fill?.children[0];
      if (!named) return undefined;
      const { name, attributes, children } = named;
      const kind = name.slice(name.indexOf(':') + 1);
      let colour =
        kind === 'schemeClr' ? themed(attributes.val) : hexOf(attributes.lastClr ?? attributes.val);
      if (!colour) return undefined;
      let alpha = 1;
      for (const change of children) {
        const share = Number(change.attributes.val) / 100_000;
        if (!Number.isFinite(share)) continue;
        const way = change.name.slice(change.name.indexOf(':') + 1);
        // Word's own `w14:alpha` says how much is see-through.
        if (way === 'alpha') alpha = change.name.startsWith('w14') ? 1 - share : share;
        else if (way === 'lumMod' || way === 'shade') colour = mix(black, colour, share);
        else if (way === 'lumOff') colour = mix(colour, white, share);
        else if (way === 'tint') colour = mix(white, colour, share);
      }
      return { colour, alpha };
    },
  };
}

export const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];

export function hexOf(text: string | undefined): Colour | undefined {
  const [, red, green, blue] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text ?? '') ?? [];
  return blue === undefined
    ? undefined
    : [Number.parseInt(red!, 16), Number.parseInt(green!, 16), Number.parseInt(blue, 16)];
}

/** @param share of the second, 0–1 */
function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => Math.min(255, Math.max(0, one[at] + (other[at] - one[at]) * share));
  return [part(0), part(1), part(2)];
}
