import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Brings sizes and hashes in models/manifest.json up to date after a model was made anew. Descriptions stay as they are. */
const models = resolve(import.meta.dirname, '../models');
const path = join(models, 'manifest.json');
const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
  models: { file: string; sha256: string; bytes: number }[];
};
for (const model of manifest.models) {
  const content = readFileSync(join(models, model.file));
  model.bytes = content.length;
  model.sha256 = createHash('sha256').update(content).digest('hex');
}
writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
