import { createRequire } from 'node:module';

/** What is used of `@roamhq/wrtc`: its own types need those of a browser. */
export interface Wrtc {
  RTCPeerConnection: new (settings: {
    iceServers: readonly object[];
    /** Its own, beyond the standard. */
    portRange?: { min: number; max: number };
  }) => PeerConnection;
  nonstandard: {
    RTCAudioSource: new () => AudioSource;
    RTCAudioSink: new (track: AudioTrack) => AudioSink;
  };
}

export interface PeerConnection {
  iceGatheringState: 'new' | 'gathering' | 'complete';
  localDescription: { sdp: string } | null;
  ontrack: ((event: { track: AudioTrack }) => void) | null;
  onicegatheringstatechange: (() => void) | null;
  addTrack(track: AudioTrack): void;
  setRemoteDescription(description: { type: 'offer'; sdp: string }): Promise<void>;
  createAnswer(): Promise<object>;
  setLocalDescription(description: object): Promise<void>;
  close(): void;
}

export interface AudioTrack {
  stop(): void;
}

interface AudioData {
  samples: Int16Array;
  sampleRate: number;
  bitsPerSample: number;
  channelCount: number;
  numberOfFrames: number;
}

export interface AudioSource {
  createTrack(): AudioTrack;
  /** Exactly 10 ms. */
  onData(data: AudioData): void;
}

interface AudioSink {
  ondata: ((data: AudioData) => void) | null;
  stop(): void;
}

/**
 * Loaded when it is first needed. It aborts in worker threads, and its process must end with `process.exit()`.
 *
 * @throws Error on machines that it was not built for
 */
export const loadWrtc = (): Wrtc => createRequire(import.meta.url)('@roamhq/wrtc') as Wrtc;
