import type {
  Caption,
  EndReason,
  IceServer,
  LiveMessage,
  LivePhase,
  PageRefusal,
} from '../../../live/protocol.ts';

type Invited = LiveMessage & { type: 'invitation' };

/** What the candidate sees. */
export type Scene =
  | { at: 'connecting' }
  /** The address has no token. */
  | { at: 'noLink' }
  | { at: 'welcome' }
  | { at: 'consent' }
  /** They do not agree. */
  | { at: 'declined' }
  | { at: 'microphone' }
  /** One question that is not kept. */
  | { at: 'practice' }
  | { at: 'interview' }
  /** `retryAtMs` null: trying again would change nothing. */
  | { at: 'refused'; code: PageRefusal; retryAtMs: number | null }
  /** It was to begin, and there is no free slot now. */
  | { at: 'full'; retryAtMs: number }
  | { at: 'ended'; reason: EndReason }
  | { at: 'replaced' }
  /** No connection for too long. */
  | { at: 'gaveUp' };

export interface PageState {
  scene: Scene;
  /** `closed`: on purpose, and none is wanted. */
  connection: 'connecting' | 'open' | 'lost' | 'closed';
  /** Since when there was none; null while there is. */
  lostSinceMs: number | null;
  /** Failed in a row. */
  attempts: number;
  /** As the browser says. */
  isOffline: boolean;
  invitation: Invited['invitation'] | null;
  /** What the candidate is told before anything begins. */
  notice: Invited['notice'] | null;
  iceServers: IceServer[] | null;
  hasConsented: boolean;
  /** `begin` was sent and not answered yet. */
  isBeginning: boolean;
  /** A practice has come to its end. */
  hasPractised: boolean;
  /** Answers are written; the microphone is off. */
  isTyping: boolean;
  isMuted: boolean;
  /** There is none, it is not allowed, or it was unplugged. */
  hasMicrophone: boolean;
  /** The browser plays nothing before it is touched. */
  isSoundHeld: boolean;
  phase: LivePhase | null;
  captions: readonly Caption[];
  endsAtMs: number | null;
}

/** Times are milliseconds of the page's clock. */
export type PageEvent =
  | { type: 'received'; message: LiveMessage; atMs: number }
  | { type: 'connecting' }
  | { type: 'lost'; atMs: number }
  | { type: 'gaveUp' }
  | { type: 'network'; isOffline: boolean }
  | { type: 'wentOn' }
  | { type: 'consented' }
  | { type: 'declined' }
  | { type: 'began'; isTyping: boolean }
  | { type: 'muted'; on: boolean }
  | { type: 'typing'; on: boolean }
  | { type: 'microphone'; isThere: boolean }
  | { type: 'soundHeld'; is: boolean };
