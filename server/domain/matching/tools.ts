import type { Taxonomy } from './taxonomy.ts';

/** One tool for another: both are names, which the lists of near things write with a capital. Or the kind that it is one of. */
export const isLike = (asked: string, held: string, taxonomy: Taxonomy): boolean =>
  (isTool(asked, taxonomy) && isTool(held, taxonomy)) ||
  (taxonomy.named(held)?.narrower.some((one) => taxonomy.named(one) === taxonomy.named(asked)) ?? false);

const toolsOf = new WeakMap<Taxonomy, Set<string>>();

function isTool(name: string, taxonomy: Taxonomy): boolean {
  let tools = toolsOf.get(taxonomy);
  if (!tools) {
    const capitalised = taxonomy.concepts
      .flatMap(({ near, narrower }) => [...near, ...narrower])
      .filter((one) => /^\P{L}*\p{Lu}/u.test(one));
    tools = new Set(capitalised.map((one) => taxonomy.named(one)?.name ?? one));
    toolsOf.set(taxonomy, tools);
  }
  return tools.has(taxonomy.named(name)?.name ?? name);
}
