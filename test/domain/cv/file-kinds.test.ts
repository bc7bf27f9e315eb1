import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cvFileKind } from '#server/domain/cv/file-kinds.ts';
import { docxOf, paragraph } from '../../../testkit/docx-writer.ts';
import { zipOf } from '../../../testkit/zip.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const part = Buffer.from('part');

for (const [title, file, kind] of [
  ['a PDF', latin1('%PDF-1.7'), 'pdf'],
  ['a PDF behind a mail’s head', latin1('Content-Type: application/pdf\r\n\r\n%PDF-1.4'), 'pdf'],
  ['a Word file', docxOf([paragraph('CV')]), 'docx'],
  ['a Word file with a PDF inside', docxOf([], { parts: { 'word/embeddings/x.pdf': '%PDF-1.4' } }), 'docx'],
  ['old Word', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), /\.doc\), or a Word file with a password/],
  ['macros', docxOf([], { parts: { 'word/vbaProject.bin': '' } }), /\.docm/],
  ['RTF', latin1('{\\rtf1 CV}'), /RTF/],
  ['Pages', zipOf({ 'Index/Document.iwa': part }), /Pages/],
  [
    'OpenDocument',
    latin1(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`),
    /\.odt/,
  ],
  [
    'a table',
    zipOf({ '[Content_Types].xml': part, 'xl/workbook.xml': part }),
    /neither a PDF nor a Word file/,
  ],
  ['a zip with a CV', zipOf({ 'cv.docx': docxOf([]) }), /neither a PDF nor a Word file/],
  ['text', latin1('Curriculum vitae'), /neither/],
  ['nothing', latin1(''), /neither/],
] as const) {
  test(`${title}: ${kind}`, () => {
    const found = cvFileKind(file.subarray(0, 1024), file.subarray(-64 * 1024));
    if (typeof kind === 'string') return assert.deepEqual(found, { kind });
    assert.match(found.refusal!, kind);
    assert.match(found.refusal!, /Save the CV as PDF or DOCX/);
  });
}
