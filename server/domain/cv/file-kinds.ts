/** How many bytes of a file's beginning and of its end tell what it is: readers look for a PDF's header this far into it, and a zip ends in the list of its parts. */
export const headBytes = 1024;
export const tailBytes = 64 * 1024;

export type CvFileKind = 'pdf' | 'docx';

const saveAs = 'Save the CV as PDF or DOCX';
/** Files that people take for a CV's format, by what is in them. */
const refusals = {
  ole: `The file is an old Word file (.doc), or a Word file with a password. ${saveAs}, without a password.`,
  macros: `The file is a Word file with macros (.docm). ${saveAs}.`,
  openDocument: `The file is an OpenDocument file (.odt). ${saveAs}.`,
  pages: `The file is a Pages file (.pages). ${saveAs}.`,
  rtf: `The file is an RTF file. ${saveAs}.`,
  other: `The file is neither a PDF nor a Word file (DOCX). ${saveAs}.`,
} as const;
export const macrosRefusal = refusals.macros;

/**
 * What a file is by its content, whatever its name says; or a sentence on what to send instead.
 *
 * @param head its first `headBytes`
 * @param tail its last `tailBytes`
 */
export function cvFileKind(
  head: Uint8Array,
  tail: Uint8Array,
): { kind: CvFileKind; refusal?: never } | { kind?: never; refusal: string } {
  const begin = latin1(head);
  const isZip = begin.startsWith('PK\x03\x04');
  const parts = isZip ? partsIn(latin1(tail)) : [];
  const has = (pattern: RegExp) => parts.some((name) => pattern.test(name));
  if (has(/^word\//i) && has(/^\[content_types\]\.xml$/i)) {
    return has(/^word\/vba/i) ? { refusal: refusals.macros } : { kind: 'docx' };
  }
  if (begin.includes('%PDF-')) return { kind: 'pdf' };
  if (begin.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { refusal: refusals.ole };
  if (/^\s*\{\\rtf/.test(begin)) return { refusal: refusals.rtf };
  if (isZip && begin.includes('mimetypeapplication/vnd.oasis')) return { refusal: refusals.openDocument };
  if (has(/^(?:index\/document\.iwa|index\.zip|index\.xml)$/i)) return { refusal: refusals.pages };
  return { refusal: refusals.other };
}

const latin1 = (bytes: Uint8Array): string =>
  Array.from({ length: Math.ceil(bytes.length / 4096) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(4096 * index, 4096 * (index + 1))),
  ).join('');

/** Names in the list at a zip's end, as far as `tail` has it. */
function partsIn(tail: string): string[] {
  const names: string[] = [];
  for (let at = tail.indexOf('PK\x01\x02'); at >= 0; at = tail.indexOf('PK\x01\x02', at + 4)) {
    const length = tail.charCodeAt(at + 28) + 256 * tail.charCodeAt(at + 29);
    names.push(tail.slice(at + 46, at + 46 + length));
  }
  return names;
}
