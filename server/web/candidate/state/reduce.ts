import { withCaption } from '../../../domain/interview/captions.ts';
import type { LiveMessage, PageRefusal } from '../../../live/protocol.ts';
import type { PageEvent, PageState, Scene } from './types.ts';

export function initialState({
  hasToken,
  isTyping,
}: {
  hasToken: boolean;
  /** As before the page was reloaded. */
  isTyping: boolean;
}): PageState {
  return {
    scene: { at: hasToken ? 'connecting' : 'noLink' },
    connection: hasToken ? 'connecting' : 'closed',
    lostSinceMs: null,
    attempts: 0,
    isOffline: false,
    invitation: null,
    notice: null,
    iceServers: null,
    hasConsented: false,
    isBeginning: false,
    hasPractised: false,
    isTyping,
    isMuted: false,
    hasMicrophone: false,
    isSoundHeld: false,
    phase: null,
    captions: [],
    endsAtMs: null,
  };
}

/** The page after an event. Pure; what an event sends or plays is `controller.ts`'s business. */
export function reduce(state: PageState, event: PageEvent): PageState {
  switch (event.type) {
    case 'received':
      return receive(state, event.message, event.atMs);
    case 'connecting':
      return { ...state, connection: 'connecting', scene: sceneOfNewTry(state.scene) };
    case 'lost':
      if (state.connection === 'closed') return state;
      return {
        ...state,
        connection: 'lost',
        lostSinceMs: state.lostSinceMs ?? event.atMs,
        attempts: state.attempts + 1,
        isBeginning: false,
        phase: null,
      };
    case 'gaveUp':
      return { ...state, connection: 'closed', lostSinceMs: null, attempts: 0, scene: { at: 'gaveUp' } };
    case 'network':
      return { ...state, isOffline: event.isOffline };
    case 'wentOn':
      return { ...state, scene: sceneAfterWelcome(state) };
    case 'consented':
      return { ...state, hasConsented: true, scene: { at: 'microphone' } };
    case 'declined':
      return { ...state, hasConsented: false, scene: { at: 'declined' } };
    case 'began':
      return { ...state, isBeginning: true, isTyping: event.isTyping };
    case 'muted':
      return { ...state, isMuted: event.on };
    case 'typing':
      return { ...state, isTyping: event.on, isMuted: false };
    case 'microphone':
      return { ...state, hasMicrophone: event.isThere };
    case 'soundHeld':
      return { ...state, isSoundHeld: event.is };
  }
}

/** The server is spoken with. */
export const isTalking = ({ scene }: Pick<PageState, 'scene'>): boolean =>
  scene.at === 'interview' || scene.at === 'practice';

/** The server hears nothing: the candidate has muted, or writes. */
export const isSilent = ({ isMuted, isTyping }: Pick<PageState, 'isMuted' | 'isTyping'>): boolean =>
  isMuted || isTyping;

function receive(state: PageState, message: LiveMessage, atMs: number): PageState {
  const open: PageState = { ...state, connection: 'open', lostSinceMs: null, attempts: 0 };
  const closed: PageState = { ...open, connection: 'closed', isBeginning: false, phase: null };
  switch (message.type) {
    case 'invitation': {
      const { invitation, notice, hasConsented, iceServers } = message;
      const known = {
        ...open,
        captions: [],
        endsAtMs: null,
        invitation,
        notice,
        hasConsented,
        iceServers,
        isBeginning: false,
      };
      return { ...known, scene: sceneOfInvitation(known) };
    }
    case 'joined': {
      const { invitation, captions, iceServers, leftMs } = message;
      return {
        ...open,
        ...{ invitation, captions, iceServers },
        endsAtMs: atMs + leftMs,
        hasConsented: true,
        isBeginning: false,
        scene: { at: 'interview' },
      };
    }
    case 'practising':
      return {
        ...open,
        iceServers: message.iceServers,
        captions: [],
        endsAtMs: atMs + message.leftMs,
        scene: { at: 'practice' },
      };
    case 'practised':
      return { ...afterPractice(open), hasPractised: true };
    case 'waiting':
      return {
        ...open,
        isBeginning: false,
        scene: { at: 'full', retryAtMs: atMs + message.retryAfterSeconds * 1000 },
      };
    case 'refused': {
      const seconds = message.retryAfterSeconds ?? defaultRetrySeconds[message.code];
      const retryAtMs = seconds === undefined ? null : atMs + seconds * 1000;
      return { ...closed, scene: { at: 'refused', code: message.code, retryAtMs } };
    }
    case 'ended':
      return { ...closed, scene: { at: 'ended', reason: message.reason } };
    case 'replaced':
      return { ...closed, scene: { at: 'replaced' } };
    case 'phase':
      return { ...open, phase: message.phase };
    case 'caption':
      return { ...open, captions: withCaption(state.captions, message.caption) };
    case 'answer':
    case 'hush':
    case 'pong':
      return state.connection === 'open' ? state : open;
  }
}

/** Nothing of it is shown any more. */
const afterPractice = (state: PageState): PageState =>
  state.scene.at === 'practice'
    ? {
        ...state,
        ...{ captions: [], phase: null, endsAtMs: null, isMuted: false },
        scene: { at: 'microphone' },
      }
    : state;

/** Of refusals that pass by themselves. */
const defaultRetrySeconds: Partial<Record<PageRefusal, number>> = {
  CAPACITY_REACHED: 15,
  UNAVAILABLE: 30,
};

const sceneAfterWelcome = ({ invitation, hasConsented }: PageState): Scene => ({
  at: invitation?.consentMode === 'explicit' && !hasConsented ? 'consent' : 'microphone',
});

/** A candidate who comes back after a drop is at the same step, if it can still be taken. */
function sceneOfInvitation(state: PageState): Scene {
  const { scene } = state;
  if (scene.at === 'welcome' || scene.at === 'full' || scene.at === 'declined') return scene;
  if (scene.at === 'consent' || scene.at === 'microphone' || scene.at === 'practice')
    return sceneAfterWelcome(state);
  return { at: 'welcome' };
}

/** A step stays on the screen while the connection is made again; what has been said of it does not. */
const sceneOfNewTry = (scene: Scene): Scene =>
  scene.at === 'replaced' || scene.at === 'gaveUp' ? { at: 'connecting' } : scene;
