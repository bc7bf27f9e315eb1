import { type PdfText, pdfOf } from '../pdf-writer.ts';

const leftPt = 64;
const rightPt = 531;
const bottomPt = 790;

/** Of Helvetica, near enough to break lines by: average advance over the size. */
const advance = 0.5;

/**
 * Lays a CV out as a PDF. A line of markdown each: "# name", "## section", "### position", "- point", else text;
 * an empty line is a gap.
 */
export function cvPdf(text: string): Buffer {
  const pages: PdfText[][] = [[]];
  let y = 70;
  const put = (line: string, size: number, { bold = false, indent = 0, gap = 4 } = {}) => {
    for (const part of wrapped(line, Math.floor((rightPt - leftPt - indent) / (size * advance)))) {
      if (y > bottomPt) {
        pages.push([]);
        y = 70;
      }
      pages.at(-1)!.push({ text: part, x: leftPt + indent, y, size, bold });
      y += size + gap;
    }
  };
  for (const line of text.trim().split('\n')) {
    if (line === '') y += 7;
    else if (line.startsWith('# ')) put(line.slice(2), 22, { bold: true, gap: 8 });
    else if (line.startsWith('## ')) {
      y += 8;
      put(line.slice(3), 13, { bold: true, gap: 7 });
    } else if (line.startsWith('### ')) put(line.slice(4), 10.5, { bold: true });
    else if (line.startsWith('- ')) put(`· ${line.slice(2)}`, 10, { indent: 10 });
    else put(line, 10);
  }
  return pdfOf(pages);
}

function wrapped(line: string, columns: number): string[] {
  const lines: string[] = [''];
  for (const word of line.split(' ')) {
    const current = lines.at(-1)!;
    if (current !== '' && current.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = current === '' ? word : `${current} ${word}`;
  }
  return lines;
}
