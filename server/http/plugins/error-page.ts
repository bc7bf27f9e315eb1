import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type GuideEntry, guideIntroduction, guideSections, retryTexts } from '../error-guide.ts';

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem 4rem; }
  h2 { margin-top: 2.5rem; }
  h3 { font: 600 1rem ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
  h3 a { color: inherit; text-decoration: none; }
  h3 a:hover { text-decoration: underline; }
  section { border: 1px solid #8886; border-radius: 8px; padding: .75rem 1rem; margin: .75rem 0; scroll-margin-top: 1rem; }
  section:target { border-color: #06c; box-shadow: 0 0 0 2px #06c; }
  dl { display: grid; grid-template-columns: 4rem 1fr; gap: .15rem .75rem; margin: .5rem 0 0; }
  dt { opacity: .7; }
  dd { margin: 0; }
`;

/** Only this style: no script, nothing from anywhere. */
const policy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const entry = ({ code, cause, fix, retry }: GuideEntry): string => `
<section id="${code}">
<h3><a href="#${code}">${code}</a></h3>
<dl>
<dt>Cause</dt><dd>${escaped(cause)}</dd>
<dt>Fix</dt><dd>${escaped(fix)}</dd>
<dt>Retry</dt><dd>${escaped(retryTexts[retry])}</dd>
</dl>
</section>`;

const page = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Assay</title>
<style>${style}</style>
</head>
<body>
<p><a href="/docs/">API reference</a></p>
<h1>Errors</h1>
${guideIntroduction.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${guideSections()
  .map(({ title, entries }) => `<h2>${escaped(title)}</h2>${entries.map(entry).join('')}`)
  .join('\n')}
</body>
</html>
`;

/** Every error code with cause and fix at /docs/errors#CODE, where `details.doc_url` of the envelope leads. */
export function addErrorPage(app: FastifyInstance): void {
  app.get('/docs/errors', { config: { public: true }, schema: { hide: true } }, (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page()),
  );
}
