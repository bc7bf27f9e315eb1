import { type PlayedSpan, withinSpans } from './played-spans.ts';

/** One recording being listened to. Times are in milliseconds on the transcript's clock. */
export interface Player {
  readonly audio: HTMLAudioElement;
  readonly state: PlayerState;
  /** For `useSyncExternalStore`: called when `state` is another. */
  subscribe(listener: () => void): () => void;
  /** Called with the position at every frame while playing, and after every jump. */
  onPosition(listener: (positionMs: number) => void): () => void;
  positionMs(): number;
  toggle(): void;
  pause(): void;
  seek(positionMs: number): void;
  /** Plays from a place; with an end, no further than that. */
  playFrom(startMs: number, endMs?: number): void;
  setRate(rate: number): void;
  /** Plays these spans only, jumping over what lies between; null plays everything. */
  limitTo(spans: readonly PlayedSpan[] | null): void;
  end(): void;
}

export interface PlayerState {
  isPlaying: boolean;
  rate: number;
  /** The recording cannot be played. */
  isBroken: boolean;
  isLimited: boolean;
}

/** A player of the audio at an address. Nothing is loaded before it is needed. */
export function createPlayer(url: string): Player {
  const audio = openAudio(url);
  const held = createHeld<PlayerState>({ isPlaying: false, rate: 1, isBroken: false, isLimited: false });
  const { change } = held;
  const limit = createLimit(audio);
  let frame = 0;
  const positions = createListeners<number>();
  const positionMs = () => audio.currentTime * 1000;

  const tell = () => positions.tell(positionMs());
  const tick = () => {
    limit.keep(positionMs());
    tell();
    frame = audio.paused ? 0 : requestAnimationFrame(tick);
  };
  const play = () => {
    audio.play().catch((error: Error) => {
      // A pause that came before the sound began is no fault.
      if (error.name !== 'AbortError')
        change({ isPlaying: false, isBroken: error.name !== 'NotAllowedError' });
    });
  };

  const on = {
    play: () => {
      change({ isPlaying: true });
      frame ||= requestAnimationFrame(tick);
    },
    pause: () => change({ isPlaying: false }),
    seeked: tell,
    error: () => change({ isBroken: true, isPlaying: false }),
  };
  for (const [name, listener] of Object.entries(on)) audio.addEventListener(name, listener);

  const seek = (toMs: number) => {
    limit.untilMs = Number.POSITIVE_INFINITY;
    goTo(audio, toMs);
    tell();
  };
  return {
    audio,
    get state() {
      return held.state;
    },
    subscribe: held.subscribe,
    onPosition: positions.add,
    positionMs,
    toggle() {
      limit.untilMs = Number.POSITIVE_INFINITY;
      if (audio.paused) play();
      else audio.pause();
    },
    pause: () => audio.pause(),
    seek,
    playFrom(startMs, endMs) {
      seek(startMs);
      // A place that was chosen is played even outside of the spans.
      if (limit.leavesOut(startMs)) {
        limit.spans = null;
        change({ isLimited: false });
      }
      limit.untilMs = endMs ?? Number.POSITIVE_INFINITY;
      play();
    },
    setRate(rate) {
      audio.playbackRate = rate;
      audio.defaultPlaybackRate = rate;
      change({ rate });
    },
    limitTo(wanted) {
      limit.spans = wanted;
      change({ isLimited: wanted !== null });
    },
    end() {
      cancelAnimationFrame(frame);
      for (const [name, listener] of Object.entries(on)) audio.removeEventListener(name, listener);
      unload(audio);
    },
  };
}

function openAudio(url: string): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = 'metadata';
  audio.src = url;
  return audio;
}

/** No further than to the end. */
function goTo(audio: HTMLAudioElement, toMs: number): void {
  const lastMs = Number.isFinite(audio.duration) ? audio.duration * 1000 : toMs;
  audio.currentTime = Math.max(0, Math.min(toMs, lastMs)) / 1000;
}

function unload(audio: HTMLAudioElement): void {
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
}

/** A state, and who wants to know when it is another. */
function createHeld<State>(first: State) {
  let state = first;
  const { add, tell } = createListeners<void>();
  return {
    get state() {
      return state;
    },
    subscribe: add,
    change(some: Partial<State>): void {
      state = { ...state, ...some };
      tell();
    },
  };
}

function createListeners<Told>() {
  const listeners = new Set<(told: Told) => void>();
  return {
    /** Answers how to stop listening. */
    add(listener: (told: Told) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(told: Told): void {
      for (const listener of listeners) listener(told);
    },
  };
}

/** How far a recording is played, and which of its spans only; null: all of it. */
function createLimit(audio: HTMLAudioElement) {
  return {
    untilMs: Number.POSITIVE_INFINITY,
    spans: null as readonly PlayedSpan[] | null,
    leavesOut(positionMs: number): boolean {
      return this.spans !== null && withinSpans(this.spans, positionMs) !== positionMs;
    },
    /** Pauses where the end has come, and jumps over what lies between spans. */
    keep(positionMs: number): void {
      if (positionMs >= this.untilMs) {
        this.untilMs = Number.POSITIVE_INFINITY;
        audio.pause();
      } else if (this.spans && !audio.seeking) {
        const wanted = withinSpans(this.spans, positionMs);
        if (wanted === undefined) audio.pause();
        else if (wanted - positionMs > 150) audio.currentTime = wanted / 1000;
      }
    },
  };
}
