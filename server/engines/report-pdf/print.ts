import PDFDocument from 'pdfkit';
import type { Report, ReportItem } from '../../domain/report/types.ts';
import { clock } from '../../domain/transcript/clock.ts';
import type { Weight } from './faces.ts';
import { inVisualOrder, type Run, runsOf } from './runs.ts';

/** In points, 72 of which make an inch. */
const page = { margin: 46, indent: 12, lineHeight: 1.34 } as const;

/** Against the sizes below: candidates read little, and are to read it with ease. */
const scale = { recruiter: 1.05, candidate: 1.25 } as const;

interface Style {
  size: number;
  colour: string;
  weight: Weight;
}

const styles = {
  title: { size: 19, colour: '#10243e', weight: 'bold' },
  person: { size: 12, colour: '#10243e', weight: 'bold' },
  subtitle: { size: 9, colour: '#5b6675', weight: 'regular' },
  answer: { size: 12.5, colour: '#10243e', weight: 'bold' },
  heading: { size: 10.5, colour: '#1c5fa8', weight: 'bold' },
  text: { size: 9, colour: '#1d2733', weight: 'regular' },
  quote: { size: 8.5, colour: '#5b6675', weight: 'regular' },
} as const satisfies Record<string, Style>;

/** What is written of something that was said: when, and the words. */
export const quoted = ({ text, startMs }: NonNullable<ReportItem['quote']>): string =>
  `${clock(startMs)}  “${text}”`;

/** As the port says it. */
export async function print(report: Report): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: page.margin,
    lang: report.language,
    displayTitle: true,
    info: { Title: report.title, Producer: 'Assay', Creator: 'Assay' },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  write(document, report);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function write(document: PDFKit.PDFDocument, report: Report): void {
  const put = writer(document, scale[report.reader]);
  put(report.title, styles.title);
  if (report.person) put(report.person, styles.person);
  put(report.subtitle, styles.subtitle);
  for (const { kind, title, items } of report.sections) {
    document.y += 7;
    put(title, styles.heading, { keepWith: 2 });
    for (const [index, item] of items.entries()) {
      const isAnswer = kind === 'answer' && index === 0;
      put(item.text, isAnswer ? styles.answer : styles.text, { isPoint: !isAnswer });
      if (item.quote) put(quoted(item.quote), styles.quote, { indent: page.indent });
    }
  }
}

/** Writes paragraphs one under the other, on new pages where they do not fit. */
function writer(document: PDFKit.PDFDocument, scaled: number) {
  const widths = new Map<string, number>();
  const widthOf = (run: Run, size: number): number => {
    const key = `${run.face.name} ${run.text}`;
    const known = widths.get(key);
    if (known !== undefined) return known * size;
    // At this size a width is told with all the decimals that matter.
    chooseFace(document, run, 1000);
    const width = document.widthOfString(run.text) / 1000;
    widths.set(key, width);
    return width * size;
  };

  return (
    text: string,
    { size: base, colour, weight }: Style,
    {
      isPoint = false,
      indent = 0,
      keepWith = 0,
    }: { isPoint?: boolean; indent?: number; keepWith?: number } = {},
  ): void => {
    const size = base * scaled;
    const left = page.margin + (isPoint ? page.indent : indent);
    const width = document.page.width - page.margin - left;
    const lineHeight = size * page.lineHeight;
    const runs = runsOf(text, weight);
    for (const [index, line] of brokenIntoLines(runs, width, (run) => widthOf(run, size)).entries()) {
      if (document.y + lineHeight * (1 + keepWith) > document.page.height - page.margin) document.addPage();
      const top = document.y;
      let x = left;
      if (isPoint && index === 0) {
        document.circle(page.margin + 3, top + size * 0.62, 1.3).fill(styles.heading.colour);
      }
      for (const run of inVisualOrder(line)) {
        chooseFace(document, run, size);
        if (!run.isSpace) {
          document
            .fillColor(colour)
            .text(run.text, x, top + size, { lineBreak: false, baseline: 'alphabetic' });
        }
        x += widthOf(run, size);
      }
      document.y = top + lineHeight;
    }
  };
}

function chooseFace(document: PDFKit.PDFDocument, { face }: Run, size: number): void {
  document.registerFont(face.name, face.bytes);
  document.font(face.name).fontSize(size);
}

/** Runs that fit into a line, such as the halves of the halves of one that does not. */
function fitting(run: Run, fits: (run: Run) => boolean): Run[] {
  if (fits(run)) return [run];
  const signs = [...new Intl.Segmenter().segment(run.text)].map(({ segment }) => segment);
  if (signs.length < 2) return [run];
  const half = Math.ceil(signs.length / 2);
  return [signs.slice(0, half), signs.slice(half)].flatMap((part) =>
    fitting({ ...run, text: part.join('') }, fits),
  );
}

/** Lines as full as they can be. */
function brokenIntoLines(runs: readonly Run[], width: number, widthOf: (run: Run) => number): Run[][] {
  const lines: Run[][] = [];
  let line: Run[] = [];
  let used = 0;
  for (const run of runs.flatMap((one) => fitting(one, (part) => widthOf(part) <= width))) {
    const wide = widthOf(run);
    if (line.length > 0 && !run.isSpace && used + wide > width) {
      lines.push(line.at(-1)!.isSpace ? line.slice(0, -1) : line);
      line = [];
      used = 0;
    }
    if (run.isSpace && line.length === 0) continue;
    line.push(run);
    used += wide;
  }
  if (line.length > 0) lines.push(line);
  return lines;
}
