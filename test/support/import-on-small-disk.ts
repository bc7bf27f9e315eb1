import { join } from 'node:path';
import { importBundle } from '#server/engines/models/bundle/import-bundle.ts';
import { createModelStore } from '#server/engines/models/store.ts';
import { everythingIn } from './model-files.ts';

/** Imports two bundles onto the disk given and prints how each went; started inside a mount namespace. */
const [disk, ...bundles] = process.argv.slice(2);
const store = createModelStore({
  folder: join(disk!, 'models'),
  checkContent: async () => ({ languages: ['en'] }),
  // As if the space had been there when it was looked for.
  freeBytes: async () => Number.POSITIVE_INFINITY,
});
const outcomes = [];
for (const bundle of bundles) {
  outcomes.push(
    await importBundle(store, bundle).then(
      (models) => ({ installed: models.map(({ id }) => id) }),
      ({ code, message }) => ({ code, message }),
    ),
  );
}
const [first, second] = outcomes;
console.log(JSON.stringify({ first, second, left: Object.keys(everythingIn(disk!)) }));
