import { flowingText } from './flowing-text.ts';
import type { CvDocument, CvSection, Found, TextLine } from './types.ts';
import { foldWords } from './words.ts';

/** Longer pieces are sentences about a skill and not its name; they are left to the full text. */
const maxSkillWords = 7;
const maxSkills = 300;
/** Longer pieces are paragraphs. */
const maxItemChars = 200;

/** What stands in sections of skills, one entry each. */
export function skillsOf({ lines }: CvDocument, sections: readonly CvSection[]): Found<string>[] {
  const under = sections.filter(({ kind }) => kind === 'skills');
  const found = under.flatMap(({ firstLine, endLine }) => itemsOf(lines.slice(firstLine, endLine)));
  const seen = new Set<string>();
  return found
    .filter(({ value }) => {
      const key = foldWords(value);
      if (!key || seen.has(key) || value.split(' ').length > maxSkillWords) return false;
      seen.add(key);
      return true;
    })
    .slice(0, maxSkills);
}

function itemsOf(lines: readonly TextLine[]): Found<string>[] {
  const flow = flowingText(lines);
  const items: Found<string>[] = [];
  // Commas inside parentheses belong to the item: "Adobe Suite (Photoshop, InDesign)".
  for (const match of flow.text.matchAll(/(?:\([^()\n]*\)|[^,;|•·●▪\n،、，；])+/g)) {
    let item = match[0];
    if (item.length > maxItemChars) continue;
    if (items.length >= maxSkills) break;
    let start = match.index;
    // "Programming: Java" has its item behind the label.
    const label = /^[^:：]{2,40}[:：]\s*(?=\S)/u.exec(item);
    if (label) {
      item = item.slice(label[0].length);
      start += label[0].length;
    }
    const lead = item.match(/^[\s.–—*-]*/)![0].length;
    const value = item
      .slice(lead)
      .replace(/[\s.:–—-]+$/, '')
      .replace(/\s+/g, ' ');
    if (!/[\p{L}]/u.test(value) || value.length < 1) continue;
    items.push({ value, evidence: flow.locate(start + lead, start + item.trimEnd().length) });
  }
  return items;
}
