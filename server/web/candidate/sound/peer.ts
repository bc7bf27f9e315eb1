import type { IceServer } from '../../../live/protocol.ts';

/** Candidates of this network are known at once; those of servers are not waited for any longer. */
const gatherMs = 2000;
/** Then sound goes another way. */
const connectMs = 6000;
/** The server sends without a pause, also silence. Where nothing comes for so long, the connection is dead; browsers wait far longer. */
const silentMs = 4000;
const lookEveryMs = 1000;

/** Sound over WebRTC. */
export interface Peer {
  /** The server's answer to the offer. */
  answer(sdp: string): void;
  /** Another microphone, or none. */
  send(track: MediaStreamTrack | null): void;
  close(): void;
}

/**
 * Offers a peer connection.
 *
 * @param on.up sound goes this way now: until then nothing is sent
 * @param on.down it does not, or no longer; the peer is closed
 */
export function openPeer(
  iceServers: readonly IceServer[],
  on: {
    offer: (sdp: string) => void;
    stream: (stream: MediaStream) => void;
    up: () => void;
    down: () => void;
  },
): Peer {
  const peer = new RTCPeerConnection({ iceServers: [...iceServers] });
  let isClosed = false;
  let isUp = false;
  let track: MediaStreamTrack | null = null;
  const transceiver = peer.addTransceiver('audio', { direction: 'sendrecv' });
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    clearInterval(looks);
    peer.close();
  };
  const giveUp = () => {
    if (isClosed) return;
    close();
    on.down();
  };
  const timer = setTimeout(giveUp, connectMs);
  let looks: ReturnType<typeof setInterval> | undefined;
  const watch = () => {
    let packets = 0;
    let cameMs = performance.now();
    looks = setInterval(async () => {
      const now = await packetsOf(transceiver.receiver);
      if (now !== packets) cameMs = performance.now();
      packets = now;
      if (performance.now() - cameMs > silentMs) giveUp();
    }, lookEveryMs);
  };
  const sendTrack = () => void transceiver.sender.replaceTrack(isUp ? track : null).catch(giveUp);

  peer.ontrack = ({ streams, track: incoming }) => on.stream(streams[0] ?? new MediaStream([incoming]));
  peer.onconnectionstatechange = () => {
    const { connectionState } = peer;
    if (connectionState === 'failed') return giveUp();
    if (connectionState !== 'connected' || isUp || isClosed) return;
    isUp = true;
    clearTimeout(timer);
    sendTrack();
    watch();
    on.up();
  };

  const offer = async () => {
    await peer.setLocalDescription();
    await gathered(peer);
    if (!isClosed) on.offer(peer.localDescription!.sdp);
  };
  offer().catch(giveUp);

  return {
    answer: (sdp) => void peer.setRemoteDescription({ type: 'answer', sdp }).catch(giveUp),
    send(next) {
      track = next;
      if (isUp) sendTrack();
    },
    close,
  };
}

async function packetsOf(receiver: RTCRtpReceiver): Promise<number> {
  for (const report of (await receiver.getStats()).values()) {
    if (report.type === 'inbound-rtp') return report.packetsReceived;
  }
  return 0;
}

function gathered(peer: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      if (peer.iceGatheringState === 'complete') resolve();
    };
    peer.addEventListener('icegatheringstatechange', done);
    setTimeout(resolve, gatherMs);
    done();
  });
}
