import type { Colour } from '../cv-files/legibility.ts';
import { type Colours, highlightOf } from './colours.ts';
import { childOf, childrenOf, type Element, switchOf, valOf } from './xml.ts';

/** How letters look, as far as that decides what is read and seen. */
export interface RunLook {
  sizePt: number;
  isBold: boolean;
  isCaps: boolean;
  isVanished: boolean;
  /** Null: cannot be told. */
  colour: Colour | 'auto' | null;
  /** Behind the letters alone; null: nothing. */
  shade: Colour | null;
  /** Of a letter's usual width. */
  widthShare: number;
}

export interface ParagraphLook {
  beforePt: number;
  afterPt: number;
  /** Lines are cut to this height; null where they grow with their letters. */
  exactLinePt: number | null;
  /** From the left margin, of all lines and of the first. */
  indentPt: number;
  firstIndentPt: number;
  hasBullet: boolean;
  shade: Colour | null;
  /** Of letters that say nothing else. */
  run: RunLook;
}

/** What a table says of a cell's texts. */
export interface CellLook {
  pPr: readonly Element[];
  rPr: readonly Element[];
}

export interface Styles {
  paragraph(pPr: Element | undefined, cell: CellLook | null): ParagraphLook;
  run(rPr: Element | undefined, paragraph: ParagraphLook): RunLook;
  /** A table's style and those it is based on, the farthest first. */
  table(id: string | undefined): Element[];
}

/** Word's where a file says none. */
const defaultSizePt = 10;
/** A chain of styles that is longer goes in a circle. */
const maxChain = 20;

const twips = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return text === undefined || !Number.isFinite(value) ? undefined : value / 20;
};

const plain: RunLook = {
  ...{ sizePt: defaultSizePt, isBold: false, isCaps: false, isVanished: false },
  ...{ colour: 'auto', shade: null, widthShare: 1 },
};

/** Lays what letters say of themselves over what is said of them elsewhere. */
function runsOver(colours: Colours) {
  const runIn = (rPr: Element, isComplex: boolean): Partial<RunLook> => {
    const size = Number(valOf(rPr, isComplex ? 'w:szCs' : 'w:sz'));
    const fill = childOf(rPr, 'w14:textFill');
    const shade = colours.shading(childOf(rPr, 'w:shd'));
    return dropUndefined({
      sizePt: size > 0 ? size / 2 : undefined,
      isBold: switchOf(rPr, 'w:b'),
      isCaps: switchOf(rPr, 'w:caps'),
      isVanished: switchOf(rPr, 'w:vanish'),
      colour: colourIn(rPr, fill),
      shade: highlightOf(valOf(rPr, 'w:highlight')) ?? shade,
      widthShare: shareOf(valOf(rPr, 'w:w')),
    });
  };
  const colourIn = (rPr: Element, fill: Element | undefined): RunLook['colour'] | undefined => {
    if (childOf(fill, 'w14:noFill')) return 'auto';
    const solid = childOf(fill, 'w14:solidFill');
    if (fill) return colours.drawn(solid)?.colour ?? null;
    return colours.written(childOf(rPr, 'w:color'));
  };
  const isClear = (rPr: Element): boolean => {
    const fill = childOf(rPr, 'w14:textFill');
    return Boolean(
      fill &&
        (childOf(fill, 'w14:noFill') || (colours.drawn(childOf(fill, 'w14:solidFill'))?.alpha ?? 1) < 0.1),
    );
  };

  /** Switches of styles of several kinds cancel each other out; what else they say replaces. */
  const over = (base: RunLook, rPrs: readonly Element[], isComplex: boolean, isStyle: boolean): RunLook => {
    if (rPrs.length === 0) return base;
    const own: Partial<RunLook> = Object.assign({}, ...rPrs.map((rPr) => runIn(rPr, isComplex)));
    const looks = { ...base, ...own };
    if (rPrs.some(isClear)) looks.isVanished = true;
    if (!isStyle) return looks;
    for (const key of ['isBold', 'isCaps', 'isVanished'] as const) {
      if (own[key] !== undefined) looks[key] = base[key] !== own[key];
    }
    return looks;
  };
  return over;
}

export function stylesOf(
  root: Element | undefined,
  numbering: Element | undefined,
  colours: Colours,
): Styles {
  const all = childrenOf(root, 'w:style');
  const byId = new Map(all.map((style) => [style.attributes.styleId ?? '', style]));
  const usual = (type: string) =>
    all.find(({ attributes }) => attributes.type === type && isOn(attributes.default))?.attributes.styleId;
  const usualParagraph = usual('paragraph');
  const defaults = childOf(root, 'w:docDefaults');
  const defaultRun = childOf(childOf(defaults, 'w:rPrDefault'), 'w:rPr');
  const defaultParagraph = childOf(childOf(defaults, 'w:pPrDefault'), 'w:pPr');

  const chain = (id: string | undefined): Element[] => {
    const found: Element[] = [];
    for (
      let at = byId.get(id ?? '');
      at && found.length < maxChain;
      at = byId.get(valOf(at, 'w:basedOn') ?? '')
    )
      found.unshift(at);
    return found;
  };

  const over = runsOver(colours);
  const rPrsOf = (styles: readonly Element[]) => styles.flatMap((style) => childrenOf(style, 'w:rPr'));

  const usualRun = over(plain, defaultRun ? [defaultRun] : [], false, false);

  return {
    paragraph(pPr, cell) {
      const styles = chain(valOf(pPr, 'w:pStyle') ?? usualParagraph);
      const pPrs = [
        ...(defaultParagraph ? [defaultParagraph] : []),
        ...(cell?.pPr ?? []),
        ...styles.flatMap((style) => childrenOf(style, 'w:pPr')),
        ...(pPr ? [pPr] : []),
      ];
      const last = <Value>(read: (one: Element) => Value | undefined): Value | undefined =>
        pPrs.reduce<Value | undefined>((found, one) => read(one) ?? found, undefined);
      const spacing = (name: string) => last((one) => childOf(one, 'w:spacing')?.attributes[name]);
      const indent = (...names: string[]) =>
        last((one) => names.map((name) => childOf(one, 'w:ind')?.attributes[name]).find((value) => value));
      const numPr = last((one) => childOf(one, 'w:numPr'));
      const level = levelOf(numbering, valOf(numPr, 'w:numId'), valOf(numPr, 'w:ilvl') ?? '0');
      const ownIndent = indent('left', 'start');
      const levelIndent = childOf(childOf(level, 'w:pPr'), 'w:ind')?.attributes;
      const indentPt = twips(ownIndent ?? levelIndent?.left ?? levelIndent?.start) ?? 0;
      const hanging = twips(indent('hanging') ?? levelIndent?.hanging) ?? 0;
      return {
        beforePt: twips(spacing('before')) ?? 0,
        afterPt: twips(spacing('after')) ?? 0,
        exactLinePt: spacing('lineRule') === 'exact' ? (twips(spacing('line')) ?? null) : null,
        indentPt,
        firstIndentPt: indentPt + (hanging > 0 ? -hanging : (twips(indent('firstLine')) ?? 0)),
        hasBullet: level !== undefined && valOf(level, 'w:numFmt') !== 'none',
        shade: last((one) => colours.shading(childOf(one, 'w:shd'))) ?? null,
        run: over(over(usualRun, cell?.rPr ?? [], false, true), rPrsOf(styles), false, true),
      };
    },

    run(rPr, { run }) {
      if (!rPr) return run;
      const isComplex = switchOf(rPr, 'w:rtl') === true || switchOf(rPr, 'w:cs') === true;
      const style = chain(valOf(rPr, 'w:rStyle'));
      return over(over(run, rPrsOf(style), isComplex, true), [rPr], isComplex, false);
    },

    table: (id) => chain(id ?? usual('table')),
  };
}

const isOn = (value: string | undefined) => value !== undefined && /^(?:1|true|on)$/i.test(value);

const shareOf = (percent: string | undefined): number | undefined => {
  const value = Number.parseFloat(percent ?? '');
  return Number.isFinite(value) ? value / 100 : undefined;
};

/** `numId` 0 takes numbers away. */
function levelOf(numbering: Element | undefined, numId: string | undefined, ilvl: string) {
  if (numId === undefined || numId === '0') return undefined;
  const num = childrenOf(numbering, 'w:num').find(({ attributes }) => attributes.numId === numId);
  const abstractId = valOf(num, 'w:abstractNumId');
  const abstract = childrenOf(numbering, 'w:abstractNum').find(
    ({ attributes }) => attributes.abstractNumId === abstractId,
  );
  return childrenOf(abstract, 'w:lvl').find(({ attributes }) => attributes.ilvl === ilvl);
}

function dropUndefined<Value extends object>(value: { [Key in keyof Value]: Value[Key] | undefined }): Value {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;
}
