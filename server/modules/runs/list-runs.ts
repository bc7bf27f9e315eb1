import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { hasNul } from './repository.ts';
import { listColumns, toRun } from './run-row.ts';
import type { BrowseFilter, Run, RunFilter } from './types.ts';

/** The operator may look at all clients. Playground runs are left out unless asked for. */
export type ListFilter = Omit<BrowseFilter, 'clientId' | 'playground'> &
  Partial<Pick<BrowseFilter, 'clientId' | 'playground'>>;

/** A tag or a metadata pair that the runs must have. */
type Label = { tag: string } | { key: string; value: string };

/** Up to this many, sorting what a label's own index finds is quicker than walking the client's runs. */
const defaultRareBelow = 5000;

/**
 * Newest first, without `result`; at most `limit` + 1 rows, the last of which only says that there are more.
 *
 * @param rareBelow a label that fewer of the client's runs have is searched for by its own index
 */
export async function listRuns(db: Db, filter: ListFilter, rareBelow = defaultRareBelow): Promise<Run[]> {
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
  // PostgreSQL refuses NUL even as a question; no stored text has one.
  if (texts.some((text) => text !== undefined && hasNul(text))) return [];
  const types = filter.serviceType === undefined ? undefined : [filter.serviceType].flat();
  if (filter.ids?.length === 0 || types?.length === 0) return [];

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
    filter,
  );
  for (const label of labels) if (label !== rarest) page = havingLabel(page, label);
  // Which rows make the page is found in the indexes alone; only those are then read whole.
  const sequences = inOrder(page.select('runs.sequence'), filter.order)
    .limit(filter.limit + 1)
    .offset(filter.offset);
  const rows = await inOrder(
    db
      .selectFrom('runs')
      .select(listColumns)
      .where('sequence', 'in', (of) => of.selectFrom(sequences.as('page')).select('page.sequence')),
    filter.order,
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

type Page = SelectQueryBuilder<Tables, 'runs', unknown>;

function matching(page: Page, filter: ListFilter): Page {
  let query = page;
  if (filter.clientId !== undefined) query = query.where('runs.client_id', '=', filter.clientId);
  const playground = filter.playground ?? 'without';
  if (playground !== 'with') query = query.where('runs.playground', '=', playground === 'only' ? 1 : 0);
  // The sign keeps SQLite from choosing an index by it; no part of a run is in any list.
  else query = query.where(sql<SqlBool>`+runs.playground < 2`);
  if (filter.status !== undefined) query = query.where('runs.status', 'in', [filter.status].flat());
  if (filter.serviceType !== undefined) {
    const types = [filter.serviceType].flat();
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
  const { after } = filter;
  if (after !== undefined) {
    query = query.where((run) =>
      run.or([
        run('runs.created_at', '<', after.createdAt),
        run.and([run('runs.created_at', '=', after.createdAt), run('runs.sequence', '<', after.sequence)]),
      ]),
    );
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
