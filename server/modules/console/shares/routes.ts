import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { ApiError } from '../../../errors.ts';
import { isoTime } from '../../../time.ts';
import type { CandidateDetails, ShareLink } from '../../candidates/types.ts';
import { matchRuns, readingRuns } from '../../matching/run-type.ts';
import { registrar } from '../register.ts';
import { sendCv } from '../send-cv.ts';
import type { ConsoleDeps } from '../types.ts';
import type { ShareLinkRow } from './contract.ts';
import { candidateSheet } from './sheet.ts';

type Deps = Pick<
  ConsoleDeps,
  'candidateRecords' | 'shareLinks' | 'runs' | 'blobs' | 'identity' | 'publicUrl' | 'clock'
>;

const bodyLimit = 16 * 1024;

/** A candidate for others to look at: on paper for the panel, and by links that need no account. */
export const sharesRoutes =
  ({ candidateRecords, shareLinks, runs, blobs, identity, publicUrl, clock }: Deps): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);

    async function find(of: { clientId: string; candidateId: string }): Promise<CandidateDetails> {
      const found = await candidateRecords.find(of);
      if (!found) throw new ApiError('NOT_FOUND', `There is no candidate "${of.candidateId}".`);
      return found;
    }

    /** The file of one of the candidate's CVs. */
    async function sendOwnCv(reply: FastifyReply, { runs: own }: CandidateDetails, runId: string) {
      const run = own.find(({ id }) => id === runId);
      const key = run && (matchRuns.is(run) || readingRuns.is(run)) ? run.input.blobKey : null;
      const sent = await sendCv(reply, blobs, { key, runId });
      if (!sent) throw new ApiError('NOT_FOUND', `This candidate has no CV "${runId}" that is kept.`);
      return sent;
    }

    route('GET /clients/:clientId/candidates/:candidateId/cvs/:runId', {
      handler: async ({ params }, reply) => sendOwnCv(reply, await find(params), params.runId),
    });

    route('GET /clients/:clientId/candidates/:candidateId/sheet', {
      handler: async ({ params, query }) =>
        candidateSheet(runs, await find(params), { hidesNames: !query.names, mayDownload: false }),
    });

    route('GET /clients/:clientId/candidates/:candidateId/links', {
      handler: async ({ params }) => {
        const nowIso = isoTime(clock.now());
        return { items: (await shareLinks.list(params)).map((link) => rowOf(link, nowIso)) };
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/links', {
      handler: async (request) => {
        const { params, body, signedIn } = request;
        const { user } = signedIn;
        const author = { id: user.id, name: user.name || user.email };
        const { id, token } = await shareLinks.create(params, body, author);
        const { days, hidesNames, mayDownload } = body;
        await request.audit({
          target: `candidate:${params.candidateId}`,
          details: { link: id, days, hidesNames, mayDownload },
        });
        const made = (await shareLinks.list(params)).find((link) => link.id === id)!;
        const origin = publicUrl ?? `${request.protocol}://${request.host}`;
        // Behind the "#": browsers send it to no server, and no log has it.
        return { id, link: `${origin}/console/shared#${token}`, expiresAt: made.expiresAt };
      },
    });

    route('POST /clients/:clientId/candidates/:candidateId/links/:linkId/revoke', {
      handler: async (request) => {
        const { params } = request;
        await shareLinks.revoke(params, params.linkId);
        await request.audit({ target: `candidate:${params.candidateId}`, details: { link: params.linkId } });
      },
    });

    route('POST /shared/candidate', {
      bodyLimit,
      handler: async (request) => {
        const link = await shareLinks.open(request.body.token, true);
        const client = await identity.findClient(link.clientId);
        const sheet = await candidateSheet(runs, await find(link), link);
        await request.audit({
          clientId: link.clientId,
          target: `candidate:${link.candidateId}`,
          details: { link: link.id },
        });
        return { sheet, client: client?.name ?? '', sharedBy: link.author, expiresAt: link.expiresAt };
      },
    });

    route('POST /shared/candidate/file', {
      bodyLimit,
      handler: async (request, reply) => {
        const { token, runId } = request.body;
        const link = await shareLinks.open(token, false);
        if (!link.mayDownload) throw new ApiError('NOT_FOUND', 'This link shows no files.');
        const candidate = await find(link);
        await request.audit({
          clientId: link.clientId,
          target: `candidate:${link.candidateId}`,
          details: { link: link.id, run: runId },
        });
        return sendOwnCv(reply, candidate, runId);
      },
    });
  };

const rowOf = ({ revokedAt, ...link }: ShareLink, nowIso: string): ShareLinkRow => ({
  ...link,
  state: revokedAt !== null ? 'revoked' : link.expiresAt <= nowIso ? 'expired' : 'active',
});
