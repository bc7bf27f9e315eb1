import { SaxesParser } from 'saxes';

/** An element; `name` as `w:p`, with the prefix of `prefixes` whatever prefix the file has chosen. */
export interface Element {
  name: string;
  /** Names without prefix, as `val`: no element of ours has two of one name. */
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  /** Of itself, without its elements'. */
  text: string;
}

/** The XML cannot be read: `isTooLarge` where it is more than a CV needs, else it is broken. */
export class XmlFault extends Error {
  readonly isTooLarge: boolean;
  constructor(message: string, isTooLarge = false) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

/** Of a whole file; a long CV has some ten thousand. */
const maxElements = 400_000;
const maxDepth = 256;

const office = 'http://schemas.openxmlformats.org';
const strict = 'http://purl.oclc.org/ooxml';
const prefixes: Readonly<Record<string, string>> = {
  [`${office}/wordprocessingml/2006/main`]: 'w',
  [`${strict}/wordprocessingml/main`]: 'w',
  [`${office}/drawingml/2006/main`]: 'a',
  [`${strict}/drawingml/main`]: 'a',
  [`${office}/drawingml/2006/wordprocessingDrawing`]: 'wp',
  [`${strict}/drawingml/wordprocessingDrawing`]: 'wp',
  [`${office}/drawingml/2006/picture`]: 'pic',
  [`${strict}/drawingml/picture`]: 'pic',
  [`${office}/drawingml/2006/chart`]: 'c',
  [`${strict}/drawingml/chart`]: 'c',
  [`${office}/drawingml/2006/diagram`]: 'dgm',
  [`${strict}/drawingml/diagram`]: 'dgm',
  [`${office}/officeDocument/2006/math`]: 'm',
  [`${strict}/officeDocument/math`]: 'm',
  [`${office}/package/2006/relationships`]: 'rel',
  [`${office}/package/2006/content-types`]: 'ct',
  [`${office}/markup-compatibility/2006`]: 'mc',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape': 'wps',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'urn:schemas-microsoft-com:vml': 'v',
};

/** Parts of one file are counted together. */
export function createXmlReader(): (bytes: Uint8Array) => Element {
  let elements = 0;
  return (bytes) => {
    const root: Element = { name: '', attributes: {}, children: [], text: '' };
    const open = [root];
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw new XmlFault(error.message);
    });
    // No part of a Word file has one; entities that grow are declared there.
    parser.on('doctype', () => {
      throw new XmlFault('A document type is declared.');
    });
    parser.on('opentag', ({ uri, local, attributes }) => {
      if (++elements > maxElements || open.length > maxDepth) throw new XmlFault('Too many elements.', true);
      const own = Object.values(attributes).filter(({ prefix }) => prefix !== 'xmlns');
      const element: Element = {
        name: `${prefixes[uri] ?? '?'}:${local}`,
        attributes: Object.fromEntries(own.map(({ local: name, value }) => [name, value])),
        children: [],
        text: '',
      };
      open.at(-1)!.children.push(element);
      open.push(element);
    });
    const add = (text: string) => {
      open.at(-1)!.text += text;
    };
    parser.on('text', add);
    parser.on('cdata', add);
    parser.on('closetag', () => {
      open.pop();
    });
    parser.write(decoded(bytes)).close();
    return root.children[0]!;
  };
}

/** In UTF-8 or UTF-16, as XML may be. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The attribute `val`, which most elements have. */
export const valOf = (element: Element | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes.val;

/** A switch, on where it stands without a value; undefined where it does not stand. */
export function switchOf(element: Element | undefined, name: string): boolean | undefined {
  const found = childOf(element, name);
  return found && !/^(?:0|false|off|none)$/i.test(found.attributes.val ?? '1');
}

/** All elements of a name, at any depth, none inside another. */
export function within(element: Element, names: ReadonlySet<string>): Element[] {
  return element.children.flatMap((child) => (names.has(child.name) ? [child] : within(child, names)));
}
