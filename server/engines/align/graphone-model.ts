import { readFile } from 'node:fs/promises';

/** Nats that stand for "never seen". */
const unseen = -15;

/**
 * A back-off n-gram model over graphones: a letter together with the phones it says ("x:k+s", "e:_").
 * Made by models/training/g2p, whose ngrams.py describes the file.
 */
export interface GraphoneModel {
  /** For each letter the graphones that write it, as indexes. */
  byLetter: ReadonlyMap<string, readonly number[]>;
  /** What each graphone says. */
  phones: readonly (readonly string[])[];
  /** The token that ends a word. */
  end: number;
  /** The state before the first letter. */
  begin: State;
  /** Log probability of a graphone after a state, and the state then. */
  step(state: State, graphone: number): { logProbability: number; state: State };
}

/** Trie nodes of the last graphones: `state[k]` is the node of the last k of them, or −1 where the model has none. */
export type State = Int32Array;

/** @throws Error when the file is not such a model */
export async function readGraphoneModel(path: string): Promise<GraphoneModel> {
  const file = await readFile(path);
  const lineEnd = file.indexOf(10);
  const header = JSON.parse(file.toString('utf8', 0, lineEnd)) as {
    order: number;
    step: number;
    graphones: string[];
    counts: number[];
  };
  const trie = readTrie(file.subarray(lineEnd + 1), header);
  const { order, graphones } = header;

  const byLetter = new Map<string, number[]>();
  for (const [index, name] of graphones.entries()) {
    if (name.startsWith('<')) continue;
    const same = byLetter.get(name[0]!) ?? [];
    same.push(index);
    byLetter.set(name[0]!, same);
  }
  const step = (state: State, graphone: number) => {
    const next = new Int32Array(order).fill(-1);
    next[0] = 0;
    let [logProbability, found] = [0, false];
    for (let known = order - 1; known >= 0; known--) {
      const node = state[known]!;
      if (node < 0) continue;
      const child = trie.child(node, graphone);
      if (known + 1 < order) next[known + 1] = child;
      if (found) continue;
      if (child < 0) logProbability += trie.backOff[node]!;
      else {
        logProbability += trie.logProbability[child]!;
        found = true;
      }
    }
    return { logProbability: found ? logProbability : logProbability + unseen, state: next };
  };
  const nothing = new Int32Array(order).fill(-1);
  nothing[0] = 0;
  return {
    byLetter,
    phones: graphones.map((name) => {
      const said = name.slice(2);
      return name.startsWith('<') || said === '_' ? [] : said.split('+');
    }),
    end: graphones.indexOf('</s>'),
    begin: step(nothing, graphones.indexOf('<s>')).state,
    step,
  };
}

/** Nodes are numbered level by level; 0 is the root. */
function readTrie(body: Buffer, { step, counts }: { step: number; counts: readonly number[] }) {
  const size = 1 + counts.reduce((sum, count) => sum + count, 0);
  const token = new Uint16Array(size);
  const logProbability = new Float32Array(size);
  const backOff = new Float32Array(size);
  const firstChild = new Int32Array(size + 1).fill(size);
  firstChild[0] = 1;
  let [at, node] = [0, 1];
  for (const [level, count] of counts.entries()) {
    const inner = level + 1 < counts.length;
    const below = node + count;
    const tokensAt = at;
    const childrenAt = tokensAt + 2 * count;
    const chancesAt = inner ? childrenAt + 2 * count : childrenAt;
    const backOffsAt = chancesAt + count;
    let child = below;
    for (let n = 0; n < count; n++) {
      token[node + n] = body.readUInt16LE(tokensAt + 2 * n);
      logProbability[node + n] = -step * body[chancesAt + n]!;
      firstChild[node + n] = child;
      if (!inner) continue;
      child += body.readUInt16LE(childrenAt + 2 * n);
      backOff[node + n] = step * (body[backOffsAt + n]! - 128);
    }
    at = backOffsAt + (inner ? count : 0);
    at += (4 - (at % 4)) % 4;
    node = below;
  }
  if (node !== size || at !== body.length) throw new Error('Not a graphone model.');
  return {
    logProbability,
    backOff,
    /** The child of a node, or −1. */
    child(parent: number, wanted: number): number {
      let [low, high] = [firstChild[parent]!, firstChild[parent + 1]!];
      const end = high;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (token[middle]! < wanted) low = middle + 1;
        else high = middle;
      }
      return low < end && token[low] === wanted ? low : -1;
    },
  };
}
