import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type GuideEntry, guideIntroduction, guideSections, retryTexts } from '../server/http/error-guide.ts';

const entry = ({ code, cause, fix, retry }: GuideEntry): string => `### ${code}

- **Cause:** ${cause}
- **Fix:** ${fix}
- **Retry:** ${retryTexts[retry]}
`;

/** docs/errors.md, as it should be. */
export const errorsPage = (): string => `# Errors

${guideIntroduction.join('\n\n')}

The product serves this page itself, at \`/docs/errors\`.

${guideSections()
  .map(({ title, entries }) => `## ${title}\n\n${entries.map(entry).join('\n')}`)
  .join('\n')}
This page is made from \`server/http/guidance/\` by \`node scripts/errors-page.ts\`.
`;

/** Writes docs/errors.md anew: run it after a change of the guide or of a code. */
if (import.meta.main) writeFileSync(resolve(import.meta.dirname, '../docs/errors.md'), errorsPage());
