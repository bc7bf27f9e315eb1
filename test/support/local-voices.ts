import {
  LOCAL_VOICES,
  type LocalVoices,
  stepMs,
  WINDOW_STEPS,
} from '#server/engines/speakers/segmentation.ts';

/**
 * Windows in which the segmentation hears people without a doubt.
 *
 * @param heard who speaks at a time; [] for silence
 * @param numberOf what the window calls a person, 0–2
 */
export function certainWindows(
  count: number,
  heard: (ms: number) => readonly number[],
  numberOf: (window: number, person: number) => number = (_, person) => person,
): LocalVoices[] {
  return Array.from({ length: count }, (_, window) => {
    const firstStep = 118 * window;
    const voices = Array.from({ length: LOCAL_VOICES }, () => new Float32Array(WINDOW_STEPS));
    const likeliest = new Uint8Array(WINDOW_STEPS);
    for (let step = 0; step < WINDOW_STEPS; step++)
      for (const person of heard(stepMs(firstStep + step))) {
        const number = numberOf(window, person);
        voices[number]![step] = 1;
        likeliest[step]! |= 1 << number;
      }
    return { firstStep, heard: voices, likeliest };
  });
}
