import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../../db/db.ts';
import { isSampleId } from '../../../domain/candidates/sample.ts';
import type { OpenedBlob } from '../../../storage/port.ts';
import { showsSamples } from '../../identity/queries.ts';
import type { CandidateDetails, CandidateRow } from '../candidates/contract.ts';
import { sendRecording } from '../send-recording.ts';

/** What `scripts/make-sample-candidates.ts` kept: what this program answered about people that were made up. */
interface SampleFile {
  rows: CandidateRow[];
  /** By the end of the address, below the client's: "candidates/sample-robin". */
  answers: Record<string, unknown>;
}

/** The sample candidates: no client's records, so that no list, sum or export can count them and nothing can be changed of them. */
export interface Samples {
  /** As the list of candidates has them. */
  rows(): Promise<CandidateRow[]>;
  /** What a route would answer; undefined where it has nothing of a sample. */
  answer(address: string): Promise<unknown>;
  /** Whose a run is. */
  ownerOf(runId: string): Promise<{ id: string; name: string | null } | null>;
  file(name: string): Promise<OpenedBlob>;
}

const shippedSamples = resolve(import.meta.dirname, '../../../../scripts/sample');

export function createSamples(folder = shippedSamples): Samples {
  let read: Promise<SampleFile> | undefined;
  /** Read once, when a person first looks. */
  const all = (): Promise<SampleFile> => {
    read ??= readFile(join(folder, 'candidates.generated.json'), 'utf8').then((text) => JSON.parse(text));
    return read;
  };
  return {
    rows: async () => (await all()).rows,
    answer: async (address) => {
      const { answers } = await all();
      return Object.hasOwn(answers, address) ? answers[address] : undefined;
    },
    ownerOf: async (runId) => {
      const { rows, answers } = await all();
      const owner = rows.find(({ id }) =>
        (answers[`candidates/${id}`] as CandidateDetails).entries.some((entry) => entry.runId === runId),
      );
      return owner ? { id: owner.id, name: owner.name } : null;
    },
    file: async (name) => {
      const path = join(folder, name);
      const { size } = await stat(path);
      return { sizeBytes: size, stream: (range) => createReadStream(path, range) };
    },
  };
}

/** Answers questions about a sample before they reach a route, while the client looks at samples. */
export function answerForSamples(app: FastifyInstance, { db, samples }: { db: Db; samples: Samples }): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!isAboutSample(request)) return;
    const { clientId, run } = asked(request);
    if (request.method !== 'GET' || !clientId || !(await showsSamples(db, clientId))) return;
    const address = request.url.split('?')[0]!.split(`/clients/${clientId}/`)[1] ?? '';
    const [kind, id, part, cvId] = address.split('/');
    if (kind === 'candidate-of') return reply.send({ candidate: await samples.ownerOf(run ?? '') });
    if (part === 'audio' || part === 'recording') {
      return sendRecording(reply, await samples.file('interview.mp3'), request.headers.range);
    }
    if (part === 'cv' || part === 'cvs') return sendCv(reply, samples, cvId ?? id!);
    const answer = await samples.answer(address);
    // Whatever else is asked for there is not: the route says so.
    if (answer !== undefined) return reply.send(answer);
  });
}

/** Whether a request names a sample, whatever it wants. */
export function isAboutSample(request: Pick<FastifyRequest, 'params' | 'query'>): boolean {
  const { candidateId, runId, run } = asked(request);
  return [candidateId, runId, run].some(isSampleId);
}

type Asked = Partial<Record<'clientId' | 'candidateId' | 'runId' | 'run', string>>;
const asked = ({ params, query }: Pick<FastifyRequest, 'params' | 'query'>): Asked => ({
  ...(query as object),
  ...(params as object),
});

async function sendCv(
  reply: FastifyReply,
  samples: Samples,
  cvId: string,
): Promise<FastifyReply | undefined> {
  const owner = await samples.ownerOf(cvId);
  if (!owner) return undefined;
  const cv = await samples.file(`${owner.id}.pdf`);
  return reply
    .type('application/pdf')
    .header('content-length', cv.sizeBytes)
    .header('content-disposition', `attachment; filename="${owner.id}.pdf"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(cv.stream());
}
