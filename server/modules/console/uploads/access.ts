import { standing } from '../credits/access.ts';
import { everybody, type RouteAccess, recruiters } from '../route-access.ts';

/** Where what was uploaded is shown. */
const ofUploads = [
  'GET /clients/:clientId/uploads',
  'GET /clients/:clientId/candidates',
  'GET /clients/:clientId/matches',
  'GET /clients/:clientId/jobs',
  'GET /clients/:clientId/jobs/:jobId',
  'GET /clients/:clientId/runs',
  ...standing,
] as const;

export const uploadsAccess = {
  'GET /clients/:clientId/uploads': { who: everybody },
  'POST /clients/:clientId/uploads': {
    who: recruiters,
    action: 'upload.begin',
    stale: ['GET /clients/:clientId/uploads'],
  },
  'POST /clients/:clientId/uploads/check': { who: recruiters },
  'DELETE /clients/:clientId/uploads/:uploadId': {
    who: recruiters,
    action: 'upload.clear',
    stale: ['GET /clients/:clientId/uploads'],
  },
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId': {
    who: recruiters,
    action: 'upload.send',
    recordsItself: true,
    stale: ofUploads,
  },
  'POST /clients/:clientId/uploads/:uploadId/files/:fileId/again': {
    who: recruiters,
    action: 'upload.again',
    recordsItself: true,
    stale: ofUploads,
  },
} as const satisfies Record<string, RouteAccess>;
