import type { LiveMessage } from '../../../live/protocol.ts';
import type { MicrophoneFault } from '../sound/microphone.ts';
import { openPeer, type Peer } from '../sound/peer.ts';
import { createSound, type Sound } from '../sound/sound.ts';
import { hasGivenUp, reconnectDelayMs } from '../state/reconnect.ts';
import { initialState, isSilent, isTalking, reduce } from '../state/reduce.ts';
import type { PageEvent, PageState } from '../state/types.ts';
import { type Connection, connect } from './connection.ts';
import { keepScreenOn } from './screen.ts';

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

/** Everything the page does beside showing its state: connection, sound, timers. `reduce` says what it means. */
export function createController(
  kept: { token: string; isTyping: boolean } | null,
  keepTyping: (isTyping: boolean) => void,
): Controller {
  let state = initialState({ hasToken: kept !== null, isTyping: kept?.isTyping ?? false });
  const listeners = new Set<() => void>();
  let connection: Connection | undefined;
  let peer: Peer | undefined;
  let track: MediaStreamTrack | null = null;
  /** Sound goes over the WebSocket until a peer connection carries it. */
  let isOverPeer = false;
  /** An offer that nothing answered, or a connection that never came about: it would be no different next time. */
  let peerHasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onFrame: ((frame: Int16Array<ArrayBuffer>) => void) | null = null;

  const dispatch = (event: PageEvent) => {
    state = reduce(state, event);
    for (const listener of listeners) listener();
  };

  const sound = createSound({
    onFrame(frame) {
      onFrame?.(frame);
      const isWanted = isTalking(state) && !isOverPeer && !isSilent(state);
      if (isWanted) connection?.sendSound(frame);
    },
    onMicrophone(next) {
      track = next;
      tellSilence();
      peer?.send(track);
      dispatch({ type: 'microphone', isThere: track !== null });
    },
    onHeld: (is) => dispatch({ type: 'soundHeld', is }),
  });

  const tellSilence = () => {
    // Over a peer connection, the sound that travels is that of the track.
    if (track) track.enabled = !(isTalking(state) && isSilent(state));
    connection?.send({ type: 'mute', on: isSilent(state) });
  };

  const closePeer = () => {
    peer?.close();
    peer = undefined;
    isOverPeer = false;
    sound.playStream(null);
  };
  const startPeer = () => {
    const { iceServers } = state;
    if (!iceServers || peerHasFailed || typeof RTCPeerConnection === 'undefined') {
      connection?.send({ type: 'media', over: 'websocket' });
      return;
    }
    closePeer();
    peer = openPeer(iceServers, {
      offer: (sdp) => connection?.send({ type: 'offer', sdp }),
      stream: (stream) => sound.playStream(stream),
      up() {
        isOverPeer = true;
        connection?.send({ type: 'media', over: 'webrtc' });
      },
      down() {
        // One that was up before may be so again, on another network.
        if (!isOverPeer) peerHasFailed = true;
        closePeer();
        connection?.send({ type: 'media', over: 'websocket' });
      },
    });
    peer.send(track);
  };

  /** Into the interview, for the first time or again. */
  const join = async () => {
    keepScreenOn(true);
    tellSilence();
    startPeer();
    if (!state.isTyping && !state.hasMicrophone) await sound.open();
    else await sound.wake();
  };

  const leave = () => {
    keepScreenOn(false);
    closePeer();
    sound.close();
  };
  /** The last word may not have been played yet. */
  const leaveSoon = () => {
    sound.closeMicrophone();
    setTimeout(leave, lastWordMs);
  };

  const onMessage = (message: LiveMessage) => {
    const hasPractice = state.scene.at === 'practice';
    dispatch({ type: 'received', message, atMs: Date.now() });
    switch (message.type) {
      case 'joined':
      case 'practising':
        void join();
        return;
      case 'practised':
        if (hasPractice) closePeer();
        keepScreenOn(false);
        return;
      case 'answer':
        peer?.answer(message.sdp);
        return;
      case 'hush':
        sound.hush();
        return;
      case 'waiting':
      case 'refused':
        connectAt();
        return;
      case 'ended':
        connection?.close();
        leaveSoon();
        return;
      case 'replaced':
        connection?.close();
        leave();
    }
  };

  const open = () => {
    if (!kept) return;
    clearTimeout(timer);
    connection?.close();
    dispatch({ type: 'connecting' });
    connection = connect(
      { token: kept.token, origin: location.origin },
      { message: onMessage, sound: (frames) => sound.play(frames), lost: onLost },
    );
  };

  const onLost = () => {
    if (peer && !isOverPeer) peerHasFailed = true;
    closePeer();
    sound.hush();
    dispatch({ type: 'lost', atMs: Date.now() });
    if (state.connection !== 'lost') return;
    if (hasGivenUp(state.lostSinceMs, Date.now())) {
      leave();
      dispatch({ type: 'gaveUp' });
      return;
    }
    timer = setTimeout(open, reconnectDelayMs(state.attempts, Math.random()));
  };

  /** Tries again by itself when the server said so. */
  const connectAt = () => {
    const { scene } = state;
    if (scene.at === 'refused') {
      connection?.close();
      clearTimeout(timer);
      if (scene.retryAtMs !== null) timer = setTimeout(open, scene.retryAtMs - Date.now());
    }
    if (scene.at === 'full') setTimeout(beginAgain, scene.retryAtMs - Date.now());
  };
  const beginAgain = () => {
    if (state.scene.at !== 'full') return;
    if (state.connection === 'open') connection?.send({ type: 'begin', typed: state.isTyping });
    else setTimeout(beginAgain, 1000);
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sound,
    openMicrophone: sound.open,
    listen(listener) {
      onFrame = listener;
    },
    goOn: () => dispatch({ type: 'wentOn' }),
    consent() {
      if (state.notice) connection?.send({ type: 'consent', notice: state.notice.hash });
      dispatch({ type: 'consented' });
    },
    decline() {
      connection?.send({ type: 'decline' });
      dispatch({ type: 'declined' });
    },
    begin(isTyping) {
      keepTyping(isTyping);
      if (isTyping) {
        sound.closeMicrophone();
        void sound.wake();
      }
      dispatch({ type: 'began', isTyping });
      connection?.send({ type: 'begin', typed: isTyping });
    },
    practise() {
      const isTyping = !state.hasMicrophone;
      dispatch({ type: 'typing', on: isTyping });
      void sound.wake();
      connection?.send({ type: 'practice', typed: isTyping });
    },
    mute(on) {
      dispatch({ type: 'muted', on });
      tellSilence();
    },
    async type(on) {
      const fault = on || state.hasMicrophone ? null : await sound.open();
      if (fault !== null) return fault;
      keepTyping(on);
      dispatch({ type: 'typing', on });
      tellSilence();
      return null;
    },
    say: (text) => connection?.send({ type: 'say', text }),
    end: () => connection?.send({ type: 'end' }),
    tryAgain: open,
    start() {
      addEventListener('offline', () => {
        dispatch({ type: 'network', isOffline: true });
        // A dead socket says nothing for long.
        if (state.connection === 'open') {
          connection?.close();
          onLost();
        }
      });
      const again = () => {
        if (state.connection === 'lost') open();
      };
      addEventListener('online', () => {
        dispatch({ type: 'network', isOffline: false });
        again();
      });
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState !== 'visible') return;
        again();
        // A call, or another program, may have taken the sound.
        if (isTalking(state)) void sound.wake();
      });
      // The same tab was given another link: only what follows "#" has changed, which loads nothing.
      addEventListener('hashchange', () => location.reload());
      dispatch({ type: 'network', isOffline: !navigator.onLine });
      open();
    },
  };
}
