import type { Db } from '../../db/db.ts';

/** Ids to what people call them; what has no name, or is gone, is left out. */
type NamesOf = (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** By the kind of a target, which stands before its ":". */
export type NamesByKind = Readonly<Record<string, NamesOf>>;

/** What the targets of entries ("run:8f…") are called today. The log itself holds ids alone: names change, and may have to go. */
export async function targetNames(
  db: Db,
  namesByKind: NamesByKind,
  targets: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const idsByKind = new Map<string, Set<string>>();
  for (const target of targets) {
    const [, kind, id] = /^(\w+):(.+)$/.exec(target ?? '') ?? [];
    if (kind && id && namesByKind[kind]) idsByKind.set(kind, (idsByKind.get(kind) ?? new Set()).add(id));
  }
  const names = new Map<string, string>();
  for (const [kind, ids] of idsByKind) {
    for (const [id, name] of await namesByKind[kind]!(db, [...ids])) names.set(`${kind}:${id}`, name);
  }
  return names;
}
