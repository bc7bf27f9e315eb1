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
  const audio = new Audio();
  audio.preload = 'metadata';
  audio.src = url;
  let state: PlayerState = { isPlaying: false, rate: 1, isBroken: false, isLimited: false };
  let spans: readonly PlayedSpan[] | null = null;
  let untilMs = Number.POSITIVE_INFINITY;
  let frame = 0;
  const listeners = new Set<() => void>();
  const positionListeners = new Set<(positionMs: number) => void>();
  const positionMs = () => audio.currentTime * 1000;

  const change = (changes: Partial<PlayerState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const tell = () => {
    for (const listener of positionListeners) listener(positionMs());
  };
  const tick = () => {
    const now = positionMs();
    if (now >= untilMs) {
      untilMs = Number.POSITIVE_INFINITY;
      audio.pause();
    } else if (spans && !audio.seeking) {
      const wanted = withinSpans(spans, now);
      if (wanted === undefined) audio.pause();
      else if (wanted - now > 150) audio.currentTime = wanted / 1000;
    }
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
    untilMs = Number.POSITIVE_INFINITY;
    const lastMs = Number.isFinite(audio.duration) ? audio.duration * 1000 : toMs;
    audio.currentTime = Math.max(0, Math.min(toMs, lastMs)) / 1000;
    tell();
  };
  return {
    audio,
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onPosition(listener) {
      positionListeners.add(listener);
      return () => positionListeners.delete(listener);
    },
    positionMs,
    toggle() {
      untilMs = Number.POSITIVE_INFINITY;
      if (audio.paused) play();
      else audio.pause();
    },
    pause: () => audio.pause(),
    seek,
    playFrom(startMs, endMs) {
      seek(startMs);
      // A place that was chosen is played even outside of the spans.
      if (spans && withinSpans(spans, startMs) !== startMs) {
        spans = null;
        change({ isLimited: false });
      }
      untilMs = endMs ?? Number.POSITIVE_INFINITY;
      play();
    },
    setRate(rate) {
      audio.playbackRate = rate;
      audio.defaultPlaybackRate = rate;
      change({ rate });
    },
    limitTo(wanted) {
      spans = wanted;
      change({ isLimited: wanted !== null });
    },
    end() {
      cancelAnimationFrame(frame);
      for (const [name, listener] of Object.entries(on)) audio.removeEventListener(name, listener);
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    },
  };
}
