import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Report } from '#server/domain/report/types.ts';
import { createReportPdf } from '#server/engines/report-pdf/pdfkit.ts';

const A4 = { width: 595, height: 842 };

/** What is written on each page, and how far to the right and down. */
async function printed(of: Partial<Report>) {
  const report: Report = {
    ...{ reader: 'recruiter', language: 'en', title: 'Spoken language report', subtitle: 'Interview' },
    ...{ person: null, level: null, job: null, sections: [] },
    ...of,
  };
  const data = new Uint8Array(await createReportPdf().print(report));
  const loading = getDocument({ data, verbosity: 0 });
  const document = await loading.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => ('str' in item ? [item] : []));
    }),
  );
  await loading.destroy();
  return pages.map((items) => ({
    text: items.map(({ str }) => str).join(''),
    right: Math.max(...items.map(({ transform, width }) => transform[4] + width)),
    lowest: Math.min(...items.map(({ transform }) => transform[5])),
  }));
}

const said = (text: string) => ({
  text: 'A sentence.',
  quote: { text, startMs: 61_000, endMs: 62_000 },
  measure: null,
});

test('names and quotations show in every script of the 16 languages', async () => {
  const [page] = await printed({
    person: '王小明 (Müller)',
    sections: [
      {
        kind: 'reasons',
        title: 'Why',
        items: ['私は働いています', '저는 일합니다', 'Я работаю', 'Zażółć gęślą jaźń', 'İğneli'].map(said),
      },
    ],
  });
  for (const text of ['王小明', 'Müller', '私は働いています', '저는', 'Я', 'Zażółć', 'İğneli', '1:01']) {
    assert.ok(page!.text.includes(text), text);
  }
});

test('nothing runs over the edge of a page: not a name without a space, nor a long report', async () => {
  const pages = await printed({
    person: 'applicant-'.repeat(25),
    sections: Array.from({ length: 12 }, (_, index) => ({
      kind: 'cautions',
      title: `Section ${index}`,
      items: Array.from({ length: 8 }, () => said('王'.repeat(90) + 'w'.repeat(200))),
    })),
  });
  assert.ok(pages.length > 1);
  for (const { right, lowest } of pages) {
    assert.ok(right < A4.width, `${right}`);
    assert.ok(lowest > 0);
  }
  assert.equal(
    pages
      .map(({ text }) => text)
      .join('')
      .split('applicant-').length - 1,
    25,
  );
});
