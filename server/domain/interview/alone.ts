import type { Cues } from './types.ts';

/** Writing without spaces is read letter by letter. */
const unit =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[^\s\p{P}\p{S}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

const unitsOf = (text: string): readonly string[] => text.match(unit) ?? [];

type Kind = keyof Cues['alone'];
interface Phrase {
  kind: Kind;
  units: readonly string[];
}

/**
 * What the candidate wants who says nothing else: "Stop.", "Sorry?", "Again, please." Such words mean it only where they are all that is
 * said: in a story something stops, and is said again.
 *
 * @param cues.alone phrases, parted by "|"
 * @param plain brings a text into the form of what was heard
 * @returns a reader of what was said, in that form
 */
export function createAlone(
  { alone }: Pick<Cues, 'alone'>,
  plain: (text: string) => string,
): (said: string) => 'wait' | 'repeat' | undefined {
  const phrases: Phrase[] = (['stop', 'again', 'beside'] as const)
    .flatMap((kind) =>
      plain(alone[kind])
        .split('|')
        .map((text) => ({ kind, units: unitsOf(text) })),
    )
    .sort((a, b) => b.units.length - a.units.length);
  return (said) => {
    const units = unitsOf(said);
    const kinds = new Set<Kind>();
    for (let at = 0; at < units.length; ) {
      const found = phrases.find((one) => one.units.every((part, index) => units[at + index] === part));
      if (!found) return undefined;
      kinds.add(found.kind);
      at += found.units.length;
    }
    if (kinds.has('stop')) return 'wait';
    return kinds.has('again') ? 'repeat' : undefined;
  };
}
