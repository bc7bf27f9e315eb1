import type { LiveMessage } from '../../../live/protocol.ts';
import type { MicrophoneFault } from '../sound/microphone.ts';
import { createSound, type Sound } from '../sound/sound.ts';
import { initialState, isSilent, isTalking, reduce } from '../state/reduce.ts';
import type { PageEvent, PageState } from '../state/types.ts';
import { createLink, type Link } from './link.ts';
import { keepScreenOn } from './screen.ts';
import { createSoundWay, type SoundWay } from './sound-way.ts';

const lastWordMs = 1500;

/** What people do on the page. */
export interface Controller {
  state(): PageState;
  subscribe(listener: () => void): () => void;
  sound: Pick<Sound, 'level' | 'wake' | 'deviceId' | 'play' | 'hush'>;
  openMicrophone(deviceId?: string): Promise<MicrophoneFault | null>;
  /** Gets the microphone's frames beside the server; for the test of the microphone. */
  listen(listener: ((frame: Int16Array<ArrayBuffer>) => void) | null): void;
  goOn(): void;
  /** Agrees to the notice that is shown. */
  consent(): void;
  decline(): void;
  begin(isTyping: boolean): void;
  /** One question that is not kept. */
  practise(): void;
  mute(on: boolean): void;
  /** Opens the microphone where there is none when it goes back to speaking. */
  type(on: boolean): Promise<MicrophoneFault | null>;
  say(text: string): void;
  end(): void;
  /** After giving up, where another page took over, and where a try is due. */
  tryAgain(): void;
  /** Connects, and listens to the browser. */
  start(): void;
}

/** What the page works with. */
interface Parts {
  state: () => PageState;
  dispatch: (event: PageEvent) => void;
  sound: Sound;
  link: Link;
  way: SoundWay;
  keepTyping: (isTyping: boolean) => void;
  /** Whether the candidate is heard now, for the server and for the track. */
  tellSilence: () => void;
}

/** Everything the page does beside showing its state: connection, sound, timers. `reduce` says what it means. */
export function createController(
  kept: { token: string; isTyping: boolean } | null,
  keepTyping: (isTyping: boolean) => void,
): Controller {
  let state = initialState({ hasToken: kept !== null, isTyping: kept?.isTyping ?? false });
  const listeners = new Set<() => void>();
  let track: MediaStreamTrack | null = null;
  let onFrame: ((frame: Int16Array<ArrayBuffer>) => void) | null = null;

  const page = {
    state: () => state,
    dispatch(event: PageEvent) {
      state = reduce(state, event);
      for (const listener of listeners) listener();
    },
  };
  const sound = createSound({
    onFrame(frame) {
      onFrame?.(frame);
      const isWanted = isTalking(state) && !way.isOverPeer() && !isSilent(state);
      if (isWanted) link.sendSound(frame);
    },
    onMicrophone(next) {
      track = next;
      tellSilence();
      way.carry(track);
      page.dispatch({ type: 'microphone', isThere: track !== null });
    },
    onHeld: (is) => page.dispatch({ type: 'soundHeld', is }),
  });
  const link = createLink(kept?.token ?? null, page, {
    message: (message) => take(message, parts),
    sound: (frames) => sound.play(frames),
    lost() {
      way.lose();
      sound.hush();
    },
    gaveUp: () => leave(parts),
  });
  const way = createSoundWay(link.send, (stream) => sound.playStream(stream));
  const tellSilence = () => {
    // Over a peer connection, the sound that travels is that of the track.
    if (track) track.enabled = !(isTalking(state) && isSilent(state));
    link.send({ type: 'mute', on: isSilent(state) });
  };
  const parts: Parts = { ...page, sound, link, way, keepTyping, tellSilence };

  return {
    state: page.state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sound,
    openMicrophone: sound.open,
    listen(listener) {
      onFrame = listener;
    },
    ...actionsOf(parts),
    tryAgain: link.open,
    start() {
      watchBrowser(parts);
      link.open();
    },
  };
}

/** Into the interview, for the first time or again. */
async function join({ state, sound, way, tellSilence }: Parts): Promise<void> {
  keepScreenOn(true);
  tellSilence();
  way.start(state().iceServers);
  if (!state().isTyping && !state().hasMicrophone) await sound.open();
  else await sound.wake();
}

function leave({ sound, way }: Parts): void {
  keepScreenOn(false);
  way.close();
  sound.close();
}

/** The last word may not have been played yet. */
function leaveSoon(parts: Parts): void {
  parts.sound.closeMicrophone();
  setTimeout(() => leave(parts), lastWordMs);
}

function take(message: LiveMessage, parts: Parts): void {
  const { state, dispatch, sound, link, way } = parts;
  const hasPractice = state().scene.at === 'practice';
  dispatch({ type: 'received', message, atMs: Date.now() });
  switch (message.type) {
    case 'joined':
    case 'practising':
      void join(parts);
      return;
    case 'practised':
      if (hasPractice) way.close();
      keepScreenOn(false);
      return;
    case 'answer':
      way.answer(message.sdp);
      return;
    case 'hush':
      sound.hush();
      return;
    case 'waiting':
    case 'refused':
      link.openWhenDue();
      return;
    case 'ended':
      link.close();
      leaveSoon(parts);
      return;
    case 'replaced':
      link.close();
      leave(parts);
  }
}

type Actions = Pick<
  Controller,
  'goOn' | 'consent' | 'decline' | 'begin' | 'practise' | 'mute' | 'type' | 'say' | 'end'
>;

const actionsOf = ({ state, dispatch, sound, link, keepTyping, tellSilence }: Parts): Actions => ({
  goOn: () => dispatch({ type: 'wentOn' }),
  consent() {
    const { notice } = state();
    if (notice) link.send({ type: 'consent', notice: notice.hash });
    dispatch({ type: 'consented' });
  },
  decline() {
    link.send({ type: 'decline' });
    dispatch({ type: 'declined' });
  },
  begin(isTyping) {
    keepTyping(isTyping);
    if (isTyping) {
      sound.closeMicrophone();
      void sound.wake();
    }
    dispatch({ type: 'began', isTyping });
    link.send({ type: 'begin', typed: isTyping });
  },
  practise() {
    const isTyping = !state().hasMicrophone;
    dispatch({ type: 'typing', on: isTyping });
    void sound.wake();
    link.send({ type: 'practice', typed: isTyping });
  },
  mute(on) {
    dispatch({ type: 'muted', on });
    tellSilence();
  },
  async type(on) {
    const fault = on || state().hasMicrophone ? null : await sound.open();
    if (fault !== null) return fault;
    keepTyping(on);
    dispatch({ type: 'typing', on });
    tellSilence();
    return null;
  },
  say: (text) => link.send({ type: 'say', text }),
  end: () => link.send({ type: 'end' }),
});

/** What the browser tells of network, tab and address. */
function watchBrowser({ state, dispatch, sound, link }: Parts): void {
  addEventListener('offline', () => {
    dispatch({ type: 'network', isOffline: true });
    // A dead socket says nothing for long.
    if (state().connection === 'open') {
      link.close();
      link.lose();
    }
  });
  const again = () => {
    if (state().connection === 'lost') link.open();
  };
  addEventListener('online', () => {
    dispatch({ type: 'network', isOffline: false });
    again();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    again();
    // A call, or another program, may have taken the sound.
    if (isTalking(state())) void sound.wake();
  });
  // The same tab was given another link: only what follows "#" has changed, which loads nothing.
  addEventListener('hashchange', () => location.reload());
  dispatch({ type: 'network', isOffline: !navigator.onLine });
}
