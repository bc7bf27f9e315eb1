import type { MoonshineTokens } from './tokens.ts';

/** What more a token is worth, in nats, behind those before it. */
export interface Favours {
  begin(): FavourPlace;
}
export interface FavourPlace {
  /** Tokens that go on with something wanted, and what they gain. */
  readonly gains: ReadonlyMap<number, number>;
  /** The gain of a token and the place behind it; the gain is negative where something begun is given up. */
  after(token: number): { gain: number; place: FavourPlace };
}

/** What a token of an expected word gains, nats: enough to win against a word that sounds like it, too little to be heard in nothing. */
const gainPerToken = 1.5;
/** More would slow every step down. */
const mostWords = 200;

interface Node {
  next: Map<number, Node>;
  /** A whole word ends here. */
  whole: boolean;
}

/**
 * Prefers names and jargon while text is searched: each token that goes on with an expected word gains, and what a word gained that
 * is not finished is taken back (shallow fusion with a tree of words).
 *
 * @returns undefined without words
 */
export function favoursOf(words: readonly string[], tokens: MoonshineTokens): Favours | undefined {
  const root: Node = { next: new Map(), whole: false };
  const wanted = [...new Set(words.map((word) => word.trim()).filter(Boolean))].slice(0, mostWords);
  for (const word of wanted) {
    let node = root;
    for (const token of tokens.encode(word)) {
      const known = node.next.get(token) ?? { next: new Map(), whole: false };
      node.next.set(token, known);
      node = known;
    }
    node.whole = true;
  }
  if (wanted.length === 0) return undefined;
  return { begin: () => placeAt(root, root, 0) };
}

/** @param owed what was gained by a word that is not finished yet */
function placeAt(root: Node, node: Node, owed: number): FavourPlace {
  const starts = new Map([...root.next.keys()].map((token) => [token, gainPerToken]));
  const gains = new Map([...starts, ...[...node.next.keys()].map((token) => [token, gainPerToken] as const)]);
  return {
    gains,
    after(token) {
      const onward = node.next.get(token);
      if (onward) {
        return { gain: gainPerToken, place: placeAt(root, onward, onward.whole ? 0 : owed + gainPerToken) };
      }
      const anew = root.next.get(token);
      if (anew) {
        return {
          gain: gainPerToken - owed,
          place: placeAt(root, anew, anew.whole ? 0 : gainPerToken),
        };
      }
      return { gain: -owed, place: placeAt(root, root, 0) };
    },
  };
}
