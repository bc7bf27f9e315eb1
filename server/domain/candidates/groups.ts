/**
 * Records of one person hang together as a tree: merging hangs one person's first record below the other's and moves nothing, so that
 * any merge can be undone, in any order, and gives back exactly what was there.
 */
export interface RecordLink {
  id: string;
  /** The record it was merged into; null for the first of a person. */
  mergedInto: string | null;
}

export class NotMergeable extends Error {}

/** The first record of the person that each record belongs to, by id. */
export function peopleOf(links: readonly RecordLink[]): ReadonlyMap<string, string> {
  const above = new Map(links.map(({ id, mergedInto }) => [id, mergedInto]));
  const people = new Map<string, string>();
  for (const { id } of links) {
    const way: string[] = [];
    let at = id;
    for (;;) {
      const next = above.get(at);
      if (people.has(at) || next == null || !above.has(next)) break;
      if (way.push(at) > links.length) throw new Error(`The records around "${id}" hang in a circle.`);
      at = next;
    }
    const person = people.get(at) ?? at;
    for (const one of [...way, at]) people.set(one, person);
  }
  return people;
}

/** The first record of the person that a record belongs to; itself, when it is not among these. */
export const personOf = (links: readonly RecordLink[], id: string): string => peopleOf(links).get(id) ?? id;

/** Hangs the person of `other` below that of `id`. @throws NotMergeable when they are one already */
export function merge<Link extends RecordLink>(links: readonly Link[], id: string, other: string): Link[] {
  const into = personOf(links, id);
  const from = personOf(links, other);
  if (into === from) throw new NotMergeable('They are one candidate already.');
  return links.map((link) => (link.id === from ? { ...link, mergedInto: into } : link));
}

/** Undoes the merge that hung a record below another; what was merged into it before goes with it. @throws NotMergeable */
export function separate<Link extends RecordLink>(links: readonly Link[], id: string): Link[] {
  const link = links.find((one) => one.id === id);
  if (!link || link.mergedInto === null) throw new NotMergeable('It is not merged into another.');
  return links.map((one) => (one.id === id ? { ...one, mergedInto: null } : one));
}

/** Takes records away. What hung below one of them goes on hanging together with the rest of its person. */
export function withoutRecords<Link extends RecordLink>(
  links: readonly Link[],
  gone: ReadonlySet<string>,
): Link[] {
  const byId = new Map(links.map((link) => [link.id, link]));
  /** Of a person whose first record goes: the one that takes its place. */
  const heirs = new Map<string, string>();
  return links
    .filter(({ id }) => !gone.has(id))
    .map((link) => {
      let above = link.mergedInto;
      let last = link.id;
      while (above !== null && gone.has(above)) {
        last = above;
        above = byId.get(above)?.mergedInto ?? null;
      }
      if (above !== null || last === link.id) return { ...link, mergedInto: above };
      const heir = heirs.get(last);
      if (heir === undefined) heirs.set(last, link.id);
      return { ...link, mergedInto: heir ?? null };
    });
}
