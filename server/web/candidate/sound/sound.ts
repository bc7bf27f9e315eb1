import captureUrl from './capture-worklet.ts?worker&url';
import { levelOf } from './level.ts';
import { type MicrophoneFault, openMicrophone } from './microphone.ts';
import playbackUrl from './playback-worklet.ts?worker&url';

export interface SoundEvents {
  /** A frame of the microphone, as it goes over the wire. */
  onFrame(frame: Int16Array<ArrayBuffer>): void;
  /** The microphone was opened, or is gone. */
  onMicrophone(track: MediaStreamTrack | null): void;
  /** The browser holds sound back until the page is touched, or no longer. */
  onHeld(is: boolean): void;
}

/** Microphone and loudspeaker of the page. */
export interface Sound {
  /**
   * Opens a microphone, in place of one that is open. Makes the page able to sound, too, where it is called for a touch, or while
   * a microphone is on.
   */
  open(deviceId?: string): Promise<MicrophoneFault | null>;
  /** The device that is open. */
  deviceId(): string | undefined;
  closeMicrophone(): void;
  /** Makes the page able to sound; before the first touch, many browsers do not let it. */
  wake(): Promise<void>;
  /** Sound of the wire, s16le. */
  play(sound: ArrayBuffer): void;
  hush(): void;
  /** Sound of a peer connection; null: none any more. */
  playStream(stream: MediaStream | null): void;
  /** How loud it is now, 0–1. */
  level(of: 'candidate' | 'interviewer'): number;
  close(): void;
}

/** So long a browser may take to let the page sound. */
const patienceMs = 300;

export function createSound(events: SoundEvents): Sound {
  let context: AudioContext | undefined;
  let graph: Promise<Graph> | undefined;
  let ready: Graph | undefined;
  let microphone: { stream: MediaStream; node: MediaStreamAudioSourceNode } | undefined;
  let remote: MediaStreamAudioSourceNode | undefined;
  /** Chromium gives the sound of a peer connection to other nodes only while an element plays it. */
  const element = new Audio();
  let isElementHeld = false;
  const samples = new Float32Array(1024);

  const tellHeld = () => {
    const { state = 'running' } = context ?? {};
    events.onHeld((state !== 'running' && state !== 'closed') || isElementHeld);
  };
  const playElement = async () => {
    try {
      await element.play();
      isElementHeld = false;
    } catch (error) {
      // Other errors only mean that other sound is played already.
      if ((error as DOMException).name === 'NotAllowedError') isElementHeld = true;
    }
    tellHeld();
  };
  const start = async (): Promise<Graph> => {
    if (!context) {
      context = new AudioContext({ latencyHint: 'interactive' });
      context.onstatechange = tellHeld;
    }
    graph ??= buildGraph(context, events.onFrame);
    const own = graph;
    try {
      const built = await own;
      if (graph === own) ready = built;
      return built;
    } catch (error) {
      // Its files could not be loaded: the next call tries again.
      if (graph === own) graph = undefined;
      throw error;
    }
  };
  const wake = async () => {
    // Both before anything is waited for: a touch is soon forgotten.
    const starting = start();
    void context?.resume().catch(() => undefined);
    if (element.srcObject) void playElement();
    try {
      await starting;
    } catch {
      return events.onHeld(true);
    }
    // Where it is not allowed yet, `resume` stays open until it is.
    if (context?.state !== 'running') await new Promise((resolve) => setTimeout(resolve, patienceMs));
    tellHeld();
  };
  const stopMicrophone = () => {
    microphone?.node.disconnect();
    for (const track of microphone?.stream.getTracks() ?? []) {
      track.onended = null;
      track.stop();
    }
    microphone = undefined;
  };
  const closeMicrophone = () => {
    if (!microphone) return;
    stopMicrophone();
    events.onMicrophone(null);
  };

  return {
    async open(deviceId) {
      const woken = wake();
      const stream = await openMicrophone(deviceId);
      await woken;
      if (typeof stream === 'string') return stream;
      const built = await start().catch(() => undefined);
      if (!built) {
        for (const track of stream.getTracks()) track.stop();
        return 'busy';
      }
      stopMicrophone();
      const node = built.context.createMediaStreamSource(stream);
      node.connect(built.capture);
      node.connect(built.heard);
      microphone = { stream, node };
      const [track] = stream.getAudioTracks();
      track!.onended = closeMicrophone;
      events.onMicrophone(track!);
      void wake();
      return null;
    },
    deviceId: () => microphone?.stream.getAudioTracks()[0]?.getSettings().deviceId,
    closeMicrophone,
    wake,
    play(sound) {
      // Sound that cannot be played now is not kept for later.
      if (!ready || context?.state !== 'running') return;
      ready.playback.port.postMessage(new Int16Array(sound, 0, sound.byteLength >> 1), [sound]);
    },
    hush: () => ready?.playback.port.postMessage('hush'),
    playStream(stream) {
      remote?.disconnect();
      remote = undefined;
      element.srcObject = stream;
      isElementHeld = false;
      if (!stream) return;
      void playElement();
      // Without it there is no meter; the element plays all the same.
      const meter = ({ context, said }: Graph) => {
        if (element.srcObject !== stream) return;
        remote = context.createMediaStreamSource(stream);
        remote.connect(said);
      };
      start().then(meter, () => undefined);
    },
    level(of) {
      if (!ready) return 0;
      (of === 'candidate' ? ready.heard : ready.said).getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    close() {
      closeMicrophone();
      element.srcObject = null;
      void context?.close().catch(() => undefined);
      context = undefined;
      graph = undefined;
      ready = undefined;
    },
  };
}

interface Graph {
  context: AudioContext;
  capture: AudioWorkletNode;
  playback: AudioWorkletNode;
  /** What the microphone hears. */
  heard: AnalyserNode;
  /** What the interviewer says. */
  said: AnalyserNode;
}

async function buildGraph(context: AudioContext, onFrame: SoundEvents['onFrame']): Promise<Graph> {
  await Promise.all([captureUrl, playbackUrl].map((url) => context.audioWorklet.addModule(url)));
  const capture = new AudioWorkletNode(context, 'capture', {
    numberOfInputs: 1,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  capture.port.onmessage = ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) => onFrame(data);
  // It puts nothing out; but Safari runs only what leads to the loudspeaker.
  capture.connect(context.destination);
  const playback = new AudioWorkletNode(context, 'playback', {
    numberOfInputs: 0,
    outputChannelCount: [1],
  });
  const heard = context.createAnalyser();
  const said = context.createAnalyser();
  for (const analyser of [heard, said]) analyser.fftSize = 1024;
  playback.connect(said);
  playback.connect(context.destination);
  return { context, capture, playback, heard, said };
}
