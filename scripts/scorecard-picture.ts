import { readFileSync } from 'node:fs';
import { type EndedRun, renderScorecard } from '../server/commands/demo/scorecard.ts';

/**
 * The picture in the README: `scripts/demo --json | node scripts/scorecard-picture.ts > docs/scorecard.svg` draws what
 * a terminal shows of that scorecard. Every run of characters gets its own place, so that no font shifts a bar.
 */

const COLUMNS = 96;
const CELL_WIDTH = 8.4;
const LINE_HEIGHT = 18;
const MARGIN = 22;
const TITLE_BAR = 34;
/** Lines of the transcript that are shown; the picture is a glance. */
const TRANSCRIPT_LINES = 12;

const colours: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#6cb6ff',
  35: '#d2a8ff',
  36: '#76e3ea',
};

interface Style {
  colour: string | null;
  bold: boolean;
  dim: boolean;
}

const run = JSON.parse(readFileSync(0, 'utf8')) as EndedRun;
const page = renderScorecard(run, { title: 'interview.mp3', width: COLUMNS, colours: true });
const lines = shortened(page.trimEnd().split('\n'));
const width = COLUMNS * CELL_WIDTH + 2 * MARGIN;
const height = lines.length * LINE_HEIGHT + 2 * MARGIN + TITLE_BAR;
const dots = ['#ff5f56', '#ffbd2e', '#27c93f'].map(
  (colour, index) => `<circle cx="${24 + index * 20}" cy="18" r="6" fill="${colour}"/>`,
);
process.stdout.write(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A scorecard in the terminal">`,
    `<rect width="100%" height="100%" rx="10" fill="#0d1117"/>${dots.join('')}`,
    `<text x="${width / 2}" y="22" fill="#8b949e" font-family="sans-serif" font-size="13" text-anchor="middle">scripts/demo</text>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="#e6edf3" xml:space="preserve">`,
    ...lines.map((line, index) => drawLine(line, MARGIN + TITLE_BAR + index * LINE_HEIGHT)),
    '</g></svg>\n',
  ].join('\n'),
);

function shortened(all: string[]): string[] {
  const start = all.findIndex((line) => line.includes('Transcript'));
  const end = all.findIndex((line, index) => index > start && line.includes('Credits'));
  if (start < 0 || end < 0 || end - start <= TRANSCRIPT_LINES) return all;
  return [...all.slice(0, start + TRANSCRIPT_LINES), '      …', '', ...all.slice(end)];
}

function drawLine(line: string, y: number): string {
  let style: Style = { colour: null, bold: false, dim: false };
  let column = 0;
  const runs: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what starts a colour code
  for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the same
    const code = /^\u001b\[([0-9;]*)m$/.exec(part)?.[1];
    if (code !== undefined) style = styled(style, code);
    else if (part !== '') {
      runs.push(...drawRun(part, column, y, style));
      column += [...part].length;
    }
  }
  return runs.join('');
}

function styled(style: Style, code: string): Style {
  if (code === '1') return { ...style, bold: true };
  if (code === '2') return { ...style, dim: true };
  if (code === '22') return { ...style, bold: false, dim: false };
  if (code === '39') return { ...style, colour: null };
  return colours[code] ? { ...style, colour: colours[code] } : style;
}

/** Words as text; bar and line characters as shapes, which look the same in every font. */
function drawRun(text: string, column: number, y: number, { colour, bold, dim }: Style): string[] {
  const fill = colour ?? (dim ? '#8b949e' : '#e6edf3');
  const x = (index: number) => (MARGIN + (column + index) * CELL_WIDTH).toFixed(1);
  const shapes = [...text].flatMap((character, index) => {
    const rect = (dy: number, h: number, opacity: number) =>
      `<rect x="${x(index)}" y="${(y + dy).toFixed(1)}" width="${CELL_WIDTH + 0.3}" height="${h}" fill="${fill}" opacity="${opacity}"/>`;
    if (character === '█') return [rect(-11, 13, 1)];
    if (character === '▓') return [rect(-11, 13, 0.6)];
    if (character === '░') return [rect(-11, 13, 0.3)];
    if (character === '▪') return [rect(-8, 7, 0.9)];
    if (character === '─') return [rect(-5, 1, 0.6)];
    if (character === '━') return [rect(-5, 2, 0.6)];
    if (character === '◆') {
      return [`<path d="M${x(index)} ${y - 4.5}l4.2 -7l4.2 7l-4.2 7z" fill="#ffffff"/>`];
    }
    return [];
  });
  const words = [...text.replace(/[█▓░▪─━◆]/g, ' ').matchAll(/\S+(?: \S+)*/g)].map(({ 0: word, index }) => {
    const escaped = word.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
    const length = ([...word].length * CELL_WIDTH).toFixed(1);
    const weight = bold ? ' font-weight="700"' : '';
    return `<text x="${x([...text.slice(0, index)].length)}" y="${y}" fill="${fill}"${weight} textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped}</text>`;
  });
  return [...shapes, ...words];
}
