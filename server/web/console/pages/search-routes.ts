import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** Pages of a client's CV search, below /c/:clientId. */
export const searchPages: RouteObject[] = [
  page(
    'cv-search',
    'GET /clients/:clientId/searches',
    async () => (await import('./search/search-home-page.tsx')).SearchHomePage,
  ),
  page(
    'cv-search/new',
    'POST /clients/:clientId/searches',
    async () => (await import('./search/new-search-page.tsx')).NewSearchPage,
  ),
  page(
    'cv-search/corpora/:corpusId',
    'GET /clients/:clientId/corpora/:corpusId',
    async () => (await import('./search/corpus-page.tsx')).CorpusPage,
  ),
  page(
    'cv-search/:runId',
    'GET /clients/:clientId/searches/:runId',
    async () => (await import('./search/search-page.tsx')).SearchPage,
  ),
];
