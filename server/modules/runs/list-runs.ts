import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { Cursor, SortedCursor } from '../../domain/paging/cursor.ts';
import { hasNul, listedApart } from './repository.ts';
import { listColumns, toRun } from './run-row.ts';
import type { RunTypes } from './run-type.ts';
import type { BrowseFilter, Run, RunFilter, RunSorting } from './types.ts';

/** The operator may look at all clients. Playground runs are left out unless asked for. */
export type ListFilter = Omit<RunFilter, 'clientId'> & Partial<Pick<BrowseFilter, 'clientId' | 'playground'>>;
type Wanted = Omit<ListFilter, 'limit' | 'offset' | 'order' | 'after'>;

/** A tag or a metadata pair that the runs must have. */
type Label = { tag: string } | { key: string; value: string };

/** Up to this many, sorting what a label's own index finds is quicker than walking the client's runs. */
const defaultRareBelow = 5000;

/**
 * Newest first, without `result`; at most `limit` + 1 rows, the last of which only says that there are more.
 *
 * @param rareBelow a label that fewer of the client's runs have is searched for by its own index
 */
export async function listRuns(
  db: Db,
  types: RunTypes,
  filter: ListFilter,
  rareBelow = defaultRareBelow,
): Promise<Run[]> {
  const found = await runsMatching(db, types, filter, rareBelow);
  if (!found) return [];
  const { after, order, limit, offset } = filter;
  const page = after ? beyond(found, 'created_at', 'desc', after.createdAt, after) : found;
  // Which rows make the page is found in the indexes alone; only those are then read whole.
  const sequences = inOrder(page.select('runs.sequence'), order)
    .limit(limit + 1)
    .offset(offset);
  const rows = await inOrder(
    db
      .selectFrom('runs')
      .select(listColumns)
      .where('sequence', 'in', (of) => of.selectFrom(sequences.as('page')).select('page.sequence')),
    order,
  ).execute();
  return rows.map(toRun);
}

function inOrder<Row>(
  rows: SelectQueryBuilder<Tables, 'runs', Row>,
  order: RunFilter['order'],
): SelectQueryBuilder<Tables, 'runs', Row> {
  return order === 'rank'
    ? rows.orderBy('runs.rank_score', (score) => score.desc().nullsLast()).orderBy('runs.sequence', 'desc')
    : rows.orderBy('runs.created_at', 'desc').orderBy('runs.sequence', 'desc');
}

const sortColumns = {
  submitted: 'created_at',
  overall: 'overall_score',
  vocabulary: 'vocabulary_score',
  fluency: 'fluency_score',
  accent: 'accent_score',
  audio: 'audio_duration_ms',
} as const satisfies Record<RunSorting['by'], string>;
type SortColumn = (typeof sortColumns)[keyof typeof sortColumns];

interface BrowsedRun {
  run: Run;
  /** Of what comes after it. */
  cursor: SortedCursor;
}

/** The same in any sorting. Two questions, so that each finds its rows in an index: runs with the value, then those without. */
export async function browseRuns(db: Db, types: RunTypes, filter: BrowseFilter): Promise<BrowsedRun[]> {
  const { after, sorting: { by, direction } = { by: 'submitted', direction: 'desc' } } = filter;
  const found = await runsMatching(db, types, filter);
  if (!found) return [];
  const most = filter.limit + 1;
  const page = async (some: Page, column: SortColumn, way: RunSorting['direction'], limit: number) => {
    const sequences = sortedBy(some, column, way).select('runs.sequence').limit(limit);
    const rows = await sortedBy(db.selectFrom('runs') as Page, column, way)
      .select([...listColumns, `${sortColumns[by]} as sorted_by`])
      .where('sequence', 'in', (of) => of.selectFrom(sequences.as('page')).select('page.sequence'))
      .execute();
    return rows.map((row) => ({
      run: toRun(row),
      cursor: {
        createdAt: row.created_at,
        sequence: row.sequence,
        ...(by !== 'submitted' && { value: row.sorted_by as number | null }),
      },
    }));
  };
  const column = sortColumns[by];
  if (by === 'submitted') {
    const rest = after ? beyond(found, column, direction, after.createdAt, after) : found;
    return page(rest, column, direction, most);
  }
  const { value } = after ?? {};
  const having = found.where(`runs.${column}`, 'is not', null);
  const rows =
    value === null
      ? []
      : await page(
          after ? beyond(having, column, direction, value!, after) : having,
          column,
          direction,
          most,
        );
  if (rows.length === most) return rows;
  const lacking = found.where(`runs.${column}`, 'is', null);
  const rest =
    after && value === null ? beyond(lacking, 'created_at', 'desc', after.createdAt, after) : lacking;
  return [...rows, ...(await page(rest, 'created_at', 'desc', most - rows.length))];
}

/** How many runs a filter finds. */
export async function countRuns(db: Db, types: RunTypes, filter: Wanted): Promise<number> {
  // All that have the label are counted: there is no walk that could end early.
  const found = await runsMatching(db, types, filter, Number.MAX_SAFE_INTEGER);
  if (!found) return 0;
  const { count } = await found
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const sortedBy = (page: Page, column: SortColumn, direction: RunSorting['direction']) =>
  page.orderBy(`runs.${column}`, direction).orderBy('runs.sequence', direction);

/** What comes after a row: as one comparison of both, which is a place in an index. */
const beyond = (
  page: Page,
  column: SortColumn,
  direction: RunSorting['direction'],
  value: string | number,
  { sequence }: Cursor,
): Page =>
  page.where(
    sql<SqlBool>`(${sql.ref(`runs.${column}`)}, runs.sequence) ${sql.raw(direction === 'asc' ? '>' : '<')} (${value}, ${sequence})`,
  );

type Page = SelectQueryBuilder<Tables, 'runs', unknown>;

/** All that a filter finds, in no order; undefined where it can find nothing. */
async function runsMatching(
  db: Db,
  types: RunTypes,
  filter: Wanted,
  rareBelow = defaultRareBelow,
): Promise<Page | undefined> {
  const labels: Label[] = [...new Set(filter.tags)].map((tag) => ({ tag }));
  if (filter.metadata) labels.push(filter.metadata);
  const texts = [
    filter.project,
    filter.externalId,
    filter.search,
    filter.name,
    filter.jobId,
    ...(filter.ids ?? []),
    ...labels.flatMap((label) => Object.values(label)),
  ];
  // No stored text has one, and SQLite's LIKE would stop at it.
  if (texts.some((text) => text !== undefined && hasNul(text))) return undefined;
  const names = filter.serviceType === undefined ? [] : [filter.serviceType].flat();
  if (filter.ids?.length === 0 || (filter.serviceType !== undefined && names.length === 0)) return undefined;

  const rarest =
    filter.clientId === undefined || filter.ids
      ? undefined
      : await rarestLabel(db, filter.clientId, labels, rareBelow);
  let page = matching(
    filter.ids
      ? startFrom(db, db.selectFrom('runs').select('id as run_id').where('id', 'in', filter.ids))
      : rarest
        ? startFrom(db, runIdsWith(db, filter.clientId!, rarest))
        : db.selectFrom('runs'),
    { ...filter, serviceType: names },
    names.length > 0 && names.every(types.isHeldLive),
  );
  for (const label of labels) if (label !== rarest) page = havingLabel(page, label);
  return page;
}

function matching(
  page: Page,
  filter: Wanted & { serviceType: readonly string[] },
  areHeldLive: boolean,
): Page {
  let query = page;
  const types = filter.serviceType;
  if (filter.clientId !== undefined) query = query.where('runs.client_id', '=', filter.clientId);
  const playground = filter.playground ?? 'without';
  if (areHeldLive) {
    query = query.where('runs.playground', '=', listedApart);
  } else if (playground !== 'with') {
    query = query.where('runs.playground', '=', playground === 'only' ? 1 : 0);
  } else {
    // The sign keeps SQLite from choosing an index by it; no part of a run is in any list, and no interview in this one.
    query = query.where(sql<SqlBool>`+runs.playground < 2`);
  }
  if (filter.status !== undefined) query = query.where('runs.status', 'in', [filter.status].flat());
  if (types.length > 0) {
    // One is asked for as one, so that indexes which begin with it are used.
    query = query.where(
      'runs.service_type',
      types.length === 1 ? '=' : 'in',
      types.length === 1 ? types[0]! : types,
    );
  }
  if (filter.jobId !== undefined) query = query.where('runs.job_id', '=', filter.jobId);
  if (filter.project === 'none') query = query.where('runs.project_id', 'is', null);
  else if (filter.project !== undefined) query = query.where('runs.project_id', '=', filter.project);
  if (filter.externalId !== undefined) query = query.where('runs.external_id', '=', filter.externalId);
  if (filter.search !== undefined) query = query.where(isLike(filter.search));
  if (filter.name !== undefined) {
    const folded = escaped(filter.name.toLowerCase());
    query = query.where(
      sql<SqlBool>`(runs.search_names like ${`%${folded}%`} escape '\\' or runs.id like ${`${folded}%`} escape '\\')`,
    );
  }
  if (filter.createdAfter !== undefined) {
    query = query.where('runs.created_at', '>=', fixedWidth(filter.createdAfter));
  }
  if (filter.createdBefore !== undefined) {
    query = query.where('runs.created_at', '<=', fixedWidth(filter.createdBefore));
  }
  return query;
}

/** Either case: PostgreSQL folds every letter, SQLite those of ASCII, so that others are also looked for as given. */
function isLike(search: string) {
  const asGiven = escaped(search);
  const folded = asGiven.toLowerCase();
  return sql<SqlBool>`(lower(runs.external_id) like ${`%${folded}%`} escape '\\'
    or runs.external_id like ${`%${asGiven}%`} escape '\\'
    or runs.id like ${`${folded}%`} escape '\\')`;
}

/** For LIKE … ESCAPE '\\'. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const fixedWidth = (date: string): string => new Date(date).toISOString();

function havingLabel(page: Page, label: Label): Page {
  return page.where((run) =>
    run.exists(
      'tag' in label
        ? run
            .selectFrom('run_tags')
            .select('run_tags.run_id')
            .whereRef('run_tags.run_id', '=', 'runs.id')
            .where('run_tags.tag', '=', label.tag)
        : run
            .selectFrom('run_metadata')
            .select('run_metadata.run_id')
            .whereRef('run_metadata.run_id', '=', 'runs.id')
            .where('run_metadata.key', '=', label.key)
            .where('run_metadata.value', '=', label.value),
    ),
  );
}

/** The label that the fewest of the client's runs have, if it is rare at all. */
async function rarestLabel(
  db: Db,
  clientId: string,
  labels: readonly Label[],
  rareBelow: number,
): Promise<Label | undefined> {
  let rarest: { label: Label; count: number } | undefined;
  for (const label of labels) {
    const { count } = await db
      .selectFrom(runIdsWith(db, clientId, label).limit(rareBelow).as('some'))
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count < (rarest?.count ?? rareBelow)) rarest = { label, count };
  }
  return rarest?.label;
}

/** SQLite runs the two sides of a cross join in this order, whatever it believes about their sizes. */
function startFrom(db: Db, runIds: RunIds): Page {
  return db
    .selectFrom(runIds.as('wanted'))
    .crossJoin('runs')
    .whereRef('runs.id', '=', 'wanted.run_id') as unknown as Page;
}

type RunIds = SelectQueryBuilder<Tables, 'runs' | 'run_tags' | 'run_metadata', { run_id: string }>;

function runIdsWith(db: Db, clientId: string, label: Label): RunIds {
  return 'tag' in label
    ? db
        .selectFrom('run_tags')
        .select('run_id')
        .where('client_id', '=', clientId)
        .where('tag', '=', label.tag)
    : db
        .selectFrom('run_metadata')
        .select('run_id')
        .where('client_id', '=', clientId)
        .where('key', '=', label.key)
        .where('value', '=', label.value);
}
