import type { IceServer, PageMessage } from '../../../live/protocol.ts';
import { openPeer, type Peer } from '../sound/peer.ts';

/** Which way sound goes: over the WebSocket until a peer connection carries it. */
export interface SoundWay {
  isOverPeer(): boolean;
  /** Offers a peer connection, where the server and the browser have it. */
  start(iceServers: readonly IceServer[] | null): void;
  answer(sdp: string): void;
  /** The sound of the microphone; null without one. */
  carry(track: MediaStreamTrack | null): void;
  /** The page has lost the server. */
  lose(): void;
  close(): void;
}

export function createSoundWay(
  send: (message: PageMessage) => void,
  playStream: (stream: MediaStream | null) => void,
): SoundWay {
  let peer: Peer | undefined;
  let track: MediaStreamTrack | null = null;
  let isOverPeer = false;
  /** An offer that nothing answered, or a connection that never came about: it would be no different next time. */
  let hasFailed = false;

  const close = () => {
    peer?.close();
    peer = undefined;
    isOverPeer = false;
    playStream(null);
  };
  return {
    isOverPeer: () => isOverPeer,
    start(iceServers) {
      if (!iceServers || hasFailed || typeof RTCPeerConnection === 'undefined') {
        send({ type: 'media', over: 'websocket' });
        return;
      }
      close();
      peer = openPeer(iceServers, {
        offer: (sdp) => send({ type: 'offer', sdp }),
        stream: playStream,
        up() {
          isOverPeer = true;
          send({ type: 'media', over: 'webrtc' });
        },
        down() {
          // One that was up before may be so again, on another network.
          if (!isOverPeer) hasFailed = true;
          close();
          send({ type: 'media', over: 'websocket' });
        },
      });
      peer.send(track);
    },
    answer: (sdp) => peer?.answer(sdp),
    carry(next) {
      track = next;
      peer?.send(track);
    },
    lose() {
      if (peer && !isOverPeer) hasFailed = true;
      close();
    },
    close,
  };
}
