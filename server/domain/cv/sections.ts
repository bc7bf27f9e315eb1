import type { SectionKind } from '../languages/pack.ts';
import { headingKind } from './headings.ts';
import type { CvDocument, CvSection, TextLine } from './types.ts';
import { foldWords } from './words.ts';

/** Words that head a section by themselves, and stand in running text as well: they need to look like a heading. */
const common = new Set(
  'other|additional|personal|training|community|activities|leadership|software|technology|tools|research|project|license|reference|language|background|statement|internship|recognition|strengths|expertise|experience|address|studies|military|certificate|about|objective|courses|profile|overview|keywords|hobby|contact'.split(
    '|',
  ),
);

/** Parts of a CV under their headings; what stands before the first heading is `top`. */
export function sectionsOf({ lines }: CvDocument): CvSection[] {
  const bodySize = usualSize(lines);
  const sections: CvSection[] = [];
  let open: CvSection = { kind: 'top', title: '', firstLine: 0, endLine: 0 };
  for (const [index, line] of lines.entries()) {
    const heading = headingOf(line, lines[index + 1], bodySize);
    if (!heading) continue;
    sections.push({ ...open, endLine: index });
    open = { kind: heading, title: line.text, firstLine: index + 1, endLine: index + 1 };
  }
  sections.push({ ...open, endLine: lines.length });
  return sections.filter(({ kind, firstLine, endLine }) => kind !== 'top' || endLine > firstLine);
}

function headingOf(line: TextLine, next: TextLine | undefined, bodySize: number): SectionKind | undefined {
  if (line.isBullet && !line.isBold && line.fontSizePt <= bodySize + 0.5) return undefined;
  const kind = headingKind(line.text);
  if (!kind) return undefined;
  const startsSmall = /^\p{Ll}/u.test(line.text);
  const isProminent =
    line.isBold || line.fontSizePt > bodySize + 0.5 || isCapitals(line.text) || /:$/.test(line.text);
  // A wrapped line may leave one word alone that is a heading elsewhere: "…knowledge of / software".
  if (startsSmall && !isProminent) return undefined;
  // Capitals alone are no sign where a whole list is in capitals.
  const isMarked =
    line.isBold || line.fontSizePt > bodySize + 0.5 || /:$/.test(line.text) || line.startsBlock;
  if (common.has(foldWords(line.text)) && !(isProminent && isMarked)) {
    if (isCapitals(line.text)) return undefined;
    const goesOn = next !== undefined && /^\p{Ll}/u.test(next.text);
    if (goesOn || /[.,;]$/.test(line.text)) return undefined;
  }
  return kind;
}

function isCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Font size of most letters. */
export function usualSize(lines: readonly TextLine[]): number {
  const letters = new Map<number, number>();
  for (const { fontSizePt, text } of lines)
    letters.set(fontSizePt, (letters.get(fontSizePt) ?? 0) + text.length);
  let usual = 0;
  let most = 0;
  for (const [size, count] of letters) {
    if (count <= most) continue;
    most = count;
    usual = size;
  }
  return usual;
}
