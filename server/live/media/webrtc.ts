import { samplesPerMs } from '../../engines/audio/pcm.ts';
import { createResampler, type Resampler } from '../../engines/tts/resample.ts';
import type { IceServer } from '../protocol.ts';
import { type AudioSource, loadWrtc, type PeerConnection } from './wrtc.ts';

/** Sound is given to a track in pieces of exactly so much. */
const pieceSamples = 10 * samplesPerMs;
/** Candidates of this machine are known at once; those of servers may take longer, and are not waited for. */
const gatherMs = 1500;

export interface WebRtcSettings {
  iceServers: IceServer[];
  /** UDP ports; null: any. */
  portRange: { min: number; max: number } | null;
}

/** Sound of one page over a peer connection. */
export interface PeerSound {
  /** Answers the page's offer; each time a new connection. @throws Error for an offer that means nothing */
  answer(sdp: string): Promise<string>;
  /** A frame of the interviewer's sound, mono 16 kHz, a multiple of 10 ms. */
  play(frame: Int16Array): void;
  close(): void;
}

/** @param onSound the candidate's sound, mono 16 kHz */
export function createPeerSound(
  { iceServers, portRange }: WebRtcSettings,
  onSound: (samples: Int16Array) => void,
): PeerSound {
  const wrtc = loadWrtc();
  let open: { close: () => void; source: AudioSource } | undefined;

  return {
    async answer(sdp) {
      open?.close();
      const peer = new wrtc.RTCPeerConnection({ iceServers, ...(portRange && { portRange }) });
      const source = new wrtc.nonstandard.RTCAudioSource();
      const track = source.createTrack();
      let stopSink = () => {};
      let rate: { hz: number; resampler: Resampler } | undefined;
      peer.addTrack(track);
      peer.ontrack = (event) => {
        const sink = new wrtc.nonstandard.RTCAudioSink(event.track);
        stopSink = () => sink.stop();
        sink.ondata = ({ samples, sampleRate, channelCount }) => {
          if (rate?.hz !== sampleRate) {
            rate = { hz: sampleRate, resampler: createResampler(sampleRate, 1000 * samplesPerMs) };
          }
          onSound(rate.resampler.push(firstChannel(samples, channelCount)));
        };
      };
      open = {
        source,
        close() {
          stopSink();
          track.stop();
          peer.close();
        },
      };
      try {
        await peer.setRemoteDescription({ type: 'offer', sdp });
        await peer.setLocalDescription(await peer.createAnswer());
        await gathered(peer);
        return peer.localDescription!.sdp;
      } catch (error) {
        open.close();
        open = undefined;
        throw error;
      }
    },
    play(frame) {
      for (let at = 0; at + pieceSamples <= frame.length; at += pieceSamples) {
        open?.source.onData({
          samples: frame.slice(at, at + pieceSamples),
          sampleRate: 1000 * samplesPerMs,
          bitsPerSample: 16,
          channelCount: 1,
          numberOfFrames: pieceSamples,
        });
      }
    },
    close() {
      open?.close();
      open = undefined;
    },
  };
}

function firstChannel(samples: Int16Array, channels: number): Float32Array {
  const first = new Float32Array(samples.length / channels);
  for (let i = 0; i < first.length; i++) first[i] = samples[i * channels]!;
  return first;
}

function gathered(peer: PeerConnection): Promise<void> {
  if (peer.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, gatherMs);
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    };
  });
}
