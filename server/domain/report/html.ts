import { clock } from '../transcript/clock.ts';
import type { Report, ReportItem, ReportSection } from './types.ts';

/** Nothing is loaded and nothing runs: the page is whole as it is, also as a file on a disk. */
export const reportPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `
:root { color-scheme: light; }
body { overflow-wrap: anywhere; margin: 0 auto; max-width: 46rem; padding: 1.5rem 1.25rem 3rem; font: 16px/1.5 system-ui, sans-serif; color: #1d2733; background: #fff; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; color: #10243e; }
h2 { margin: 1.4rem 0 .3rem; font-size: 1.05rem; color: #1c5fa8; }
p { margin: .2rem 0; }
.person { font-size: 1.15rem; font-weight: 600; color: #10243e; }
.subtitle, blockquote { color: #55606e; }
.answer { font-size: 1.25rem; font-weight: 600; line-height: 1.35; color: #10243e; }
ul { margin: 0; padding-inline-start: 1.2rem; }
li { margin: .25rem 0; }
blockquote { margin: .1rem 0 0; font-size: .95em; }
time { font-variant-numeric: tabular-nums; margin-inline-end: .4em; }
@page { size: A4; margin: 14mm; }
@media print { body { max-width: none; padding: 0; font-size: 9.5pt; line-height: 1.35; } h2 { margin-top: .8rem; break-after: avoid; } li { break-inside: avoid; } }
`;

/** A whole HTML page of a report. Whatever was said or named is text in it, never markup. */
export function reportHtml(report: Report): string {
  const { language, title, person, subtitle, sections } = report;
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="robots" content="noindex"><title>${escaped(person ? `${title}: ${person}` : title)}</title>`,
    `<style>${style}</style></head><body><header><h1>${escaped(title)}</h1>`,
    person === null ? '' : `<p class="person" dir="auto">${escaped(person)}</p>`,
    `<p class="subtitle">${escaped(subtitle)}</p></header><main>`,
    ...sections.map(sectionHtml),
    '</main></body></html>\n',
  ].join('\n');
}

function sectionHtml({ kind, title, items }: ReportSection): string {
  const [first, ...rest] = items;
  const isAnswer = kind === 'answer' && first;
  return [
    `<section><h2>${escaped(title)}</h2>`,
    isAnswer ? `<p class="answer">${escaped(first.text)}</p>` : '',
    `<ul>${(isAnswer ? rest : items).map(itemHtml).join('')}</ul></section>`,
  ].join('\n');
}

function itemHtml({ text, quote, language }: ReportItem): string {
  const told = language ? `<span lang="${language}">${escaped(text)}</span>` : escaped(text);
  const said = quote
    ? `<blockquote><time>${clock(quote.startMs)}</time><q dir="auto">${escaped(quote.text)}</q></blockquote>`
    : '';
  return `<li>${told}${said}</li>`;
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign]!);
