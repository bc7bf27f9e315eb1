import { people } from '../people/access.ts';
import type { RouteAccess } from '../route-access.ts';

export const accountAccess = {
  'GET /account': { who: 'signed-in' },
  'PATCH /account': {
    who: 'signed-in',
    action: 'account.change',
    stale: ['GET /account', 'GET /session', ...people],
  },
  'POST /account/password': {
    who: 'signed-in',
    action: 'account.password',
    recordsItself: true,
    stale: ['GET /account', 'GET /account/sessions'],
  },
  'POST /account/totp': {
    who: 'signed-in',
    action: 'account.totp.begin',
    recordsItself: true,
    stale: ['GET /account'],
  },
  'POST /account/totp/confirm': {
    who: 'signed-in',
    action: 'account.totp.enable',
    stale: ['GET /account', 'GET /session', ...people],
  },
  'DELETE /account/totp': {
    who: 'signed-in',
    action: 'account.totp.disable',
    recordsItself: true,
    stale: ['GET /account', 'GET /session', ...people],
  },
  'POST /account/recovery-codes': {
    who: 'signed-in',
    action: 'account.recovery-codes',
    recordsItself: true,
    stale: ['GET /account'],
  },
  'GET /account/sessions': { who: 'signed-in' },
  'DELETE /account/sessions/:sessionId': {
    who: 'signed-in',
    action: 'account.session.end',
    stale: ['GET /account/sessions'],
  },
} as const satisfies Record<string, RouteAccess>;
