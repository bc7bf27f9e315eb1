import { after } from 'node:test';
import { buildTestApp } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';
import { searchWorker } from '#test/support/search-layer.ts';

export const server = await buildTestApp({ after });
export const { customer, credits, clock } = server;
const clientOf = await conformingClients(server.app);
export const worker = searchWorker({ db: server.db, clock, dataDir: server.dataDir });

after(() => worker.index.close());

export const person = {
  external_id: 'p1',
  full_name: 'Ada Baker',
  headline: 'Accountant',
  skills: ['SQL', 'General ledger'],
  experience: [
    {
      title: 'Accountant',
      employer: 'Example Ltd',
      start: '2019-03',
      end: null,
      description: 'Closed the books every month\nWrote reports with SQL',
    },
  ],
  education: [{ degree: 'Bachelor', field: 'Accounting', end: '2018' }],
  languages: [{ name: 'German', level: 'C1' }],
  tags: ['lisbon', 'open'],
};

export const cook = {
  external_id: 'p2',
  headline: 'Chef',
  skills: ['Menu planning', 'Food safety'],
  text: 'Cooked for two hundred guests a day.',
  tags: ['lisbon'],
};

export const position = {
  job_description: 'Accountant\nWe look for an accountant who closes the books.',
  requirements: {
    skills: {
      hard_skills: [
        { name: 'SQL', importance: 5 },
        { name: 'Kubernetes', importance: 1 },
      ],
    },
    minimal_qualifications: [{ text: 'General ledger' }],
  },
};

export async function newClient(options?: Parameters<typeof customer>[0]) {
  const { clientId, apiKey } = await customer(options);
  const ask = clientOf(apiKey);
  return {
    clientId,
    ask,
    upsert: (candidates: unknown, corpus_id: unknown = 'c', headers = {}) =>
      ask('POST', '/cvds/candidates', { corpus_id, candidates } as object, headers),
    search: (fields: object = {}, headers = {}) =>
      ask('POST', '/cvds/search', { corpus_id: 'c', position_metadata: position, ...fields }, headers),
    available: async () => (await credits.balance(clientId)).available,
  };
}

/** Two refusals have the flat body of the specification. */
export const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } | string } }) =>
  `${status} ${typeof body.error === 'string' ? body.error : (body.error?.code ?? '')}`.trim();

export const faultsOf = ({ body }: { body: { error: { details: { fields: Record<string, string> } } } }) =>
  body.error.details.fields;
