import { wantedLanguage } from './texts/chosen-language.ts';
import { speak } from './texts/language.ts';

/** Every file of texts is read once, in the language that is spoken by then: what shows them comes after it. */
const language = wantedLanguage(localStorage, navigator.languages);
const spoken =
  language === 'de'
    ? // What cannot be loaded is shown in English.
      import('./texts/de/index.ts')
        .then((texts) => {
          speak(language, texts);
          document.documentElement.lang = language;
        })
        .catch(() => undefined)
    : Promise.resolve();
void spoken.then(() => import('./app.tsx'));
