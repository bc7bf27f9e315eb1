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
  let remote: MediaStreamAudioSourceNode | undefined;
  const samples = new Float32Array(1024);
  const microphone = createMicrophone(events.onMicrophone);

  const tellHeld = () => {
    const { state = 'running' } = graphs.context() ?? {};
    events.onHeld((state !== 'running' && state !== 'closed') || element.isHeld());
  };
  const element = createElement(tellHeld);
  const graphs = createGraphs(events.onFrame, tellHeld);
  const wake = async () => {
    // Both before anything is waited for: a touch is soon forgotten.
    const starting = graphs.start();
    void graphs
      .context()
      ?.resume()
      .catch(() => undefined);
    element.wake();
    try {
      await starting;
    } catch {
      return events.onHeld(true);
    }
    // Where it is not allowed yet, `resume` stays open until it is.
    if (graphs.context()?.state !== 'running')
      await new Promise((resolve) => setTimeout(resolve, patienceMs));
    tellHeld();
  };

  return {
    async open(deviceId) {
      const woken = wake();
      const stream = await openMicrophone(deviceId);
      await woken;
      if (typeof stream === 'string') return stream;
      const built = await graphs.start().catch(() => undefined);
      if (!built) {
        for (const track of stream.getTracks()) track.stop();
        return 'busy';
      }
      microphone.take(stream, built);
      void wake();
      return null;
    },
    deviceId: microphone.deviceId,
    closeMicrophone: microphone.close,
    wake,
    play(sound) {
      // Sound that cannot be played now is not kept for later.
      const ready = graphs.ready();
      if (!ready || graphs.context()?.state !== 'running') return;
      ready.playback.port.postMessage(new Int16Array(sound, 0, sound.byteLength >> 1), [sound]);
    },
    hush: () => graphs.ready()?.playback.port.postMessage('hush'),
    playStream(stream) {
      remote?.disconnect();
      remote = undefined;
      element.play(stream);
      if (!stream) return;
      // Without it there is no meter; the element plays all the same.
      const meter = ({ context, said }: Graph) => {
        if (!element.plays(stream)) return;
        remote = context.createMediaStreamSource(stream);
        remote.connect(said);
      };
      graphs.start().then(meter, () => undefined);
    },
    level(of) {
      const ready = graphs.ready();
      return ready ? loudnessAt(of === 'candidate' ? ready.heard : ready.said, samples) : 0;
    },
    close() {
      microphone.close();
      element.stop();
      graphs.close();
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

/** Chromium gives the sound of a peer connection to other nodes only while an element plays it. */
function createElement(onHeld: () => void) {
  const element = new Audio();
  let isHeld = false;
  const begin = async () => {
    try {
      await element.play();
      isHeld = false;
    } catch (error) {
      // Other errors only mean that other sound is played already.
      if ((error as DOMException).name === 'NotAllowedError') isHeld = true;
    }
    onHeld();
  };
  return {
    /** The browser holds its sound back. */
    isHeld: () => isHeld,
    plays: (stream: MediaStream) => element.srcObject === stream,
    play(stream: MediaStream | null) {
      element.srcObject = stream;
      isHeld = false;
      if (stream) void begin();
    },
    /** Tries again, for a touch. */
    wake() {
      if (element.srcObject) void begin();
    },
    stop() {
      element.srcObject = null;
    },
  };
}

/** The microphone that is open. */
function createMicrophone(onTrack: SoundEvents['onMicrophone']) {
  let open: { stream: MediaStream; node: MediaStreamAudioSourceNode } | undefined;
  const stop = () => {
    open?.node.disconnect();
    for (const track of open?.stream.getTracks() ?? []) {
      track.onended = null;
      track.stop();
    }
    open = undefined;
  };
  const close = () => {
    if (!open) return;
    stop();
    onTrack(null);
  };
  return {
    close,
    deviceId: () => open?.stream.getAudioTracks()[0]?.getSettings().deviceId,
    /** In place of one that is open. */
    take(stream: MediaStream, { context, capture, heard }: Graph) {
      stop();
      const node = context.createMediaStreamSource(stream);
      node.connect(capture);
      node.connect(heard);
      open = { stream, node };
      const [track] = stream.getAudioTracks();
      track!.onended = close;
      onTrack(track!);
    },
  };
}

/** @param samples room for what it hears */
function loudnessAt(analyser: AnalyserNode, samples: Float32Array<ArrayBuffer>): number {
  analyser.getFloatTimeDomainData(samples);
  return levelOf(samples);
}

/** The graph of an audio context, built once one is needed. */
function createGraphs(onFrame: SoundEvents['onFrame'], onState: () => void) {
  let context: AudioContext | undefined;
  let graph: Promise<Graph> | undefined;
  let ready: Graph | undefined;
  const start = async (): Promise<Graph> => {
    if (!context) {
      context = new AudioContext({ latencyHint: 'interactive' });
      context.onstatechange = onState;
    }
    graph ??= buildGraph(context, onFrame);
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
  return {
    start,
    context: () => context,
    /** Undefined while it is not built. */
    ready: () => ready,
    close() {
      void context?.close().catch(() => undefined);
      context = undefined;
      graph = undefined;
      ready = undefined;
    },
  };
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
