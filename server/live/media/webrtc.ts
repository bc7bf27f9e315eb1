import { samplesPerMs } from '../../engines/audio/pcm.ts';
import { createResampler, type Resampler } from '../../engines/tts/resample.ts';
import { guarded } from '../guarded.ts';
import type { IceServer } from '../protocol.ts';
import { plainAnswer, plainOffer } from './offer.ts';
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
  /** Answers the page's offer; each time a new connection. @returns undefined for an offer that no page of ours makes, and once it is closed */
  answer(sdp: string): Promise<string | undefined>;
  /** A frame of the interviewer's sound, mono 16 kHz, a multiple of 10 ms. */
  play(frame: Int16Array): void;
  close(): void;
}

/**
 * @param on.sound the candidate's sound, mono 16 kHz
 * @param on.fault the library told of something that could not be taken: the connection is good for nothing more
 */
export function createPeerSound(
  { iceServers, portRange }: WebRtcSettings,
  on: { sound: (samples: Int16Array) => void; fault: (error: unknown) => void },
  wrtc = loadWrtc(),
): PeerSound {
  let open: { close: () => void; source: AudioSource } | undefined;
  const drop = () => {
    open?.close();
    open = undefined;
  };

  return {
    async answer(sdp) {
      const offer = plainOffer(sdp);
      if (offer === undefined) return undefined;
      drop();
      const peer = new wrtc.RTCPeerConnection({ iceServers, ...(portRange && { portRange }) });
      const source = new wrtc.nonstandard.RTCAudioSource();
      const track = source.createTrack();
      let stopSink = () => {};
      let rate: { hz: number; resampler: Resampler } | undefined;
      peer.addTrack(track);
      peer.ontrack = guarded((event) => {
        const sink = new wrtc.nonstandard.RTCAudioSink(event.track);
        stopSink = () => sink.stop();
        sink.ondata = guarded(({ samples, sampleRate, channelCount }) => {
          if (rate?.hz !== sampleRate) {
            rate = { hz: sampleRate, resampler: createResampler(sampleRate, 1000 * samplesPerMs) };
          }
          on.sound(rate.resampler.push(firstChannel(samples, channelCount)));
        }, on.fault);
      }, on.fault);
      const own = {
        source,
        close() {
          stopSink();
          track.stop();
          peer.close();
        },
      };
      open = own;
      /** Closed meanwhile: the library answers nothing then, or throws. */
      const isGone = () => open !== own;
      try {
        await peer.setRemoteDescription({ type: 'offer', sdp: offer });
      } catch {
        if (!isGone()) drop();
        return undefined;
      }
      try {
        const answer = await peer.createAnswer();
        if (isGone()) return undefined;
        await peer.setLocalDescription(answer);
        await gathered(peer);
        return isGone() ? undefined : plainAnswer(peer.localDescription!.sdp);
      } catch (error) {
        if (isGone()) return undefined;
        drop();
        throw error;
      }
    },
    play: guarded((frame) => {
      for (let at = 0; at + pieceSamples <= frame.length; at += pieceSamples) {
        open?.source.onData({
          samples: frame.slice(at, at + pieceSamples),
          sampleRate: 1000 * samplesPerMs,
          bitsPerSample: 16,
          channelCount: 1,
          numberOfFrames: pieceSamples,
        });
      }
    }, on.fault),
    close: drop,
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
