import { personaTexts } from '../../texts/personas.ts';
import { languageName } from '../runs/languages.ts';

const { voices } = personaTexts;

/** What voices of flite sound like. */
const flite: Readonly<Record<string, string>> = {
  slt: voices.woman(voices.american),
  rms: voices.man(voices.american),
  kal16: voices.machineMan(voices.american),
  awb: voices.man(voices.scottish),
};

/** The first letter of a voice of Kokoro: language or accent. */
const kokoro: Readonly<Record<string, string>> = {
  a: voices.american,
  b: voices.british,
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt',
  z: 'zh',
};

/** A voice by what it sounds like, with its id; one without a description by its id. */
export function voiceName(id: string): string {
  const known = flite[id];
  if (known) return `${known} (${id})`;
  const [, kind = '', sex, name = ''] = /^([a-z])([fm])_(\w+)$/.exec(id) ?? [];
  const from = kokoro[kind];
  if (from) {
    const accent = from.length === 2 ? languageName(from) : from;
    const called = name.charAt(0).toUpperCase() + name.slice(1);
    return `${called}: ${sex === 'f' ? voices.woman(accent) : voices.man(accent)} (${id})`;
  }
  // espeak-ng names its voices by language.
  if (/^[a-z]{2}(-[\w-]+)?$/.test(id)) return `${voices.machine(languageName(id.slice(0, 2)))} (${id})`;
  return id;
}
