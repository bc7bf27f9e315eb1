import type { Voice } from '../port.ts';

/**
 * Voices of Kokoro-82M v1.0 that are taken, the best of each language first: those that its card grades best, a woman's and a man's.
 * Chinese and Japanese need readings that espeak-ng does not have.
 */
export const kokoroVoices: readonly Voice[] = Object.entries({
  en: ['af_heart', 'am_michael'],
  es: ['ef_dora', 'em_alex'],
  fr: ['ff_siwis'],
  hi: ['hf_alpha', 'hm_omega'],
  it: ['if_sara', 'im_nicola'],
  pt: ['pf_dora', 'pm_alex'],
}).flatMap(([language, ids]) => ids.map((id) => ({ id, languages: [language] })));

/** How espeak-ng calls the language that a voice was trained to speak. */
export const espeakNames: Readonly<Record<string, string>> = {
  en: 'en-us',
  es: 'es',
  fr: 'fr-fr',
  hi: 'hi',
  it: 'it',
  pt: 'pt-br',
};
