/**
 * How soon the nearest vectors are found, beside other libraries; whether an occupation's CVs are found by rules, words, vectors and
 * all of them together, and by the product itself; and how fast the product stores, embeds and searches many people.
 *
 *   scripts/assay bench cv-search [scan|quality|order|scale] [--people N] [--searches N] [--database URL] [--rows 100000,1000000] [--queries N] [--peers FOLDER] [--pgvector URL]
 *                                 [--corpus DIR] [--read FILE] [--model DIR]… [--told] [--json]
 *
 * order: whether made-up people of four languages come in the right order; --told lists the searches that are kept aside, too.
 * FOLDER holds node_modules with `sqlite-vec` and `usearch`; without it the scan is compared with JavaScript alone. --pgvector is a PostgreSQL database that has that extension. DIR of --model is a
 * sentence-embedding model as `assay models pull` installs it. --read keeps what was read of the PDFs in a file, for the next time.
 * URL is an empty PostgreSQL database, which is filled; "postgres" starts one of its own where Debian's package is installed. --people
 * alone means scale.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '100000,1000000' },
    queries: { type: 'string', default: '200' },
    peers: { type: 'string' },
    pgvector: { type: 'string' },
    corpus: { type: 'string', default: resolve(import.meta.dirname, '../../../shared/data/cv') },
    read: { type: 'string' },
    model: { type: 'string', multiple: true, default: [] },
    people: { type: 'string' },
    searches: { type: 'string', default: '300' },
    database: { type: 'string' },
    told: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const usual = values.people === undefined ? ['scan', 'quality'] : ['scale'];
const wanted = positionals.length > 0 ? positionals : usual;

const report: Record<string, unknown> = { loadAverage: loadavg()[0] };
// Each loads its own parts: what others need must not count as memory of the search.
if (wanted.includes('scan')) {
  const { measureScans, printScans } = await import('./cv-search/scans.ts');
  const scans = [];
  for (const rows of values.rows.split(',').map(Number)) {
    const found = await measureScans({
      rows,
      queries: Number(values.queries),
      peers: values.peers ?? null,
      pgvector: values.pgvector ?? null,
    });
    scans.push(found);
    if (!values.json) printScans(found);
  }
  report.scans = scans;
}
if (wanted.includes('quality')) {
  const { measureQuality, printQuality } = await import('./cv-search/quality.ts');
  const quality = await measureQuality({
    corpus: values.corpus,
    kept: values.read ?? null,
    models: values.model,
  });
  report.quality = quality;
  if (!values.json) printQuality(quality);
}
if (wanted.includes('order')) {
  const { measureOrder, printOrder } = await import('./cv-search/order/measure.ts');
  const { openEngines } = await import('./cv-search/engines.ts');
  const { readCorpus } = await import('./cv-search/quality.ts');
  const engines = await openEngines(values.model);
  const cvs = existsSync(values.corpus) ? await readCorpus(values.corpus, values.read ?? null) : [];
  const order = await measureOrder({ engine: engines[0]!.engine, others: engines, cvs });
  report.order = order;
  if (!values.json) printOrder(order, values.told);
}
if (wanted.includes('scale')) {
  const { measureScale, printScale } = await import('./cv-search/scale.ts');
  const { startPostgres } = await import('../../testkit/postgres.ts');
  const postgres = values.database === 'postgres' ? await startPostgres() : null;
  const databaseUrl = postgres ? await postgres.createDatabase() : (values.database ?? null);
  const scale = await measureScale({
    people: Number(values.people ?? 100_000),
    searches: Number(values.searches),
    databaseUrl,
  });
  report.scale = scale;
  if (!values.json) printScale(scale);
  await postgres?.stop();
}
if (values.json) console.log(JSON.stringify(report, null, 2));
