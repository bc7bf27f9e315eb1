/**
 * How soon the nearest vectors are found, beside other libraries; and whether an occupation's CVs are found by rules, words, vectors and
 * all of them together.
 *
 *   scripts/assay bench cv-search [scan|quality] [--rows 100000,1000000] [--queries N] [--peers FOLDER]
 *                                 [--corpus DIR] [--read FILE] [--model DIR]… [--json]
 *
 * FOLDER holds node_modules with `sqlite-vec` and `usearch`; without it the scan is compared with JavaScript alone. DIR of --model is a
 * sentence-embedding model as `assay models pull` installs it. --read keeps what was read of the PDFs in a file, for the next time.
 */
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureQuality, printQuality } from './cv-search/quality.ts';
import { measureScans, printScans } from './cv-search/scans.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '100000,1000000' },
    queries: { type: 'string', default: '200' },
    peers: { type: 'string' },
    corpus: { type: 'string', default: resolve(import.meta.dirname, '../../../shared/data/cv') },
    read: { type: 'string' },
    model: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
});
const wanted = positionals.length > 0 ? positionals : ['scan', 'quality'];

const report: Record<string, unknown> = { loadAverage: loadavg()[0] };
if (wanted.includes('scan')) {
  const scans = [];
  for (const rows of values.rows.split(',').map(Number)) {
    const found = await measureScans({ rows, queries: Number(values.queries), peers: values.peers ?? null });
    scans.push(found);
    if (!values.json) printScans(found);
  }
  report.scans = scans;
}
if (wanted.includes('quality')) {
  const quality = await measureQuality({
    corpus: values.corpus,
    kept: values.read ?? null,
    models: values.model,
  });
  report.quality = quality;
  if (!values.json) printQuality(quality);
}
if (values.json) console.log(JSON.stringify(report, null, 2));
