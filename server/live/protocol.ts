import { type Static, Type } from 'typebox';
import type { Invitation, LinkRefusal, ServedNotice } from '../modules/interview/types.ts';

/**
 * What the candidate's page and a live process tell each other over the WebSocket at `/i/live`: JSON in text frames; binary frames
 * are sound, mono 16 kHz, in both directions, of 10–200 ms each, where WebRTC does not carry it: PCM s16le, or, where the network cannot
 * carry that and the other side has said `compact`, half as many bytes (`domain/sound/wire.ts`). Silence need not be sent.
 *
 * The page says `hello` first. It is answered by `invitation` (nothing has begun) or `joined` (it goes on), or by `refused`, which ends
 * the connection. The device is known by a cookie that the page at `/i/` sets; the token is only ever in `hello`.
 */
export const livePath = '/i/live';

/** Between the api process, which passes the WebSocket on, and the live process: where the page's request came from. */
export const addressHeader = 'x-assay-address';

/** Set with the page at `/i/`: 256 random bits in base64url, for this device. */
export const deviceCookie = 'assay-interview-device';
/** Its name over https: browsers take it from this host alone, so that no sister host plants one. */
export const secureDeviceCookie = `__Host-${deviceCookie}`;

const text = (maxLength: number) => Type.String({ maxLength });

/** From the page. */
export const PageMessage = Type.Union([
  Type.Object({
    type: Type.Literal('hello'),
    token: text(200),
    /** It can read compact frames. */
    compact: Type.Optional(Type.Boolean()),
  }),
  /** Agreed, to the notice that came with the invitation, named by its hash; to another, or none, it means nothing. */
  Type.Object({ type: Type.Literal('consent'), notice: Type.Optional(text(64)) }),
  /** Not agreed. It may be thought better of while the page is open. */
  Type.Object({ type: Type.Literal('decline') }),
  /** One question that is not kept, before the interview; again some times at most. `end` ends it, and so does `begin`. */
  Type.Object({ type: Type.Literal('practice'), typed: Type.Boolean() }),
  /** The interview may begin; `typed`: the candidate has no microphone, or does not want to use it. */
  Type.Object({ type: Type.Literal('begin'), typed: Type.Boolean() }),
  /** The page wants WebRTC; complete, with its candidates. Again after a network change. */
  Type.Object({ type: Type.Literal('offer'), sdp: text(100_000) }),
  /** How sound travels from now on: over the peer connection, or in binary frames. */
  Type.Object({
    type: Type.Literal('media'),
    over: Type.Union([Type.Literal('webrtc'), Type.Literal('websocket')]),
  }),
  Type.Object({ type: Type.Literal('mute'), on: Type.Boolean() }),
  /** A typed answer, whole. */
  Type.Object({ type: Type.Literal('say'), text: text(4000) }),
  /** The candidate ends the interview; confirmed already. */
  Type.Object({ type: Type.Literal('end') }),
  Type.Object({ type: Type.Literal('ping'), at: Type.Number() }),
]);
export type PageMessage = Static<typeof PageMessage>;

export interface Caption {
  /** The same until it is final. */
  id: string;
  speaker: 'interviewer' | 'candidate';
  /** Empty: it was none, and is taken away. */
  text: string;
  /** It changes no more. */
  isFinal: boolean;
}

/**
 * What goes on: who speaks, or that an answer is being thought about. `listening` while the candidate may speak. `late`: the reply takes longer
 * than a candidate should wait; the state before it comes again when that is over.
 */
export type LivePhase = 'speaking' | 'listening' | 'thinking' | 'late';

export type EndReason = 'completed' | 'failed' | 'unanswered';

/** Beside why a link leads nowhere: no cookie kept, nothing to hold interviews with now. */
export type PageRefusal = LinkRefusal | 'COOKIE_MISSING' | 'UNAVAILABLE';

/** To the page. */
export type LiveMessage =
  | { type: 'refused'; code: PageRefusal; retryAfterSeconds?: number }
  /** `iceServers` null: this installation has no WebRTC; sound comes and goes in binary frames. */
  | {
      type: 'invitation';
      invitation: Invitation;
      /** What the candidate is to be told before anything begins, in the interview's language. */
      notice: ServedNotice;
      hasConsented: boolean;
      iceServers: IceServer[] | null;
    }
  /** `begin` was not possible now: full. It may be tried again. */
  | { type: 'waiting'; retryAfterSeconds: number }
  /** The interview is under way: `captions` are all since its beginning, `leftMs` what is left of its time. */
  | {
      type: 'joined';
      invitation: Invitation;
      isResumed: boolean;
      leftMs: number;
      captions: Caption[];
      iceServers: IceServer[] | null;
      /** Compact frames can be read. */
      compact?: boolean;
    }
  /** A practice is under way: captions, phases and sound as in an interview, and nothing of it is kept. */
  | { type: 'practising'; leftMs: number; iceServers: IceServer[] | null; compact: boolean }
  /** It is over, or may not be now: the interview can begin. */
  | { type: 'practised' }
  | { type: 'answer'; sdp: string }
  | { type: 'phase'; phase: LivePhase }
  | { type: 'caption'; caption: Caption }
  /** What has come in binary frames and was not played yet is not to be played: the candidate has begun to speak. */
  | { type: 'hush' }
  /**
   * Over; the connection closes. `failed`: by a fault of ours, which costs the candidate nothing. `unanswered`: nothing came of it, and
   * the same link may begin it again in a moment.
   */
  | { type: 'ended'; reason: EndReason }
  /** The same device has opened the interview elsewhere; this page is to stay quiet. The connection closes. */
  | { type: 'replaced' }
  | { type: 'pong'; at: number };

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}
