import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { englishSpeech, isLanguage, type Speech, speechOf } from './languages.ts';

const Context = createContext<Speech>(englishSpeech);

export const useSpeech = (): Speech => useContext(Context);

/** The texts of a language for all within, and its code and direction for the page; until they are loaded, those before. */
export function SpeechProvider({
  language,
  initial,
  children,
}: {
  /** Null: the initial one. */
  language: string | null;
  initial: Speech;
  children: ReactNode;
}) {
  const [speech, setSpeech] = useState(initial);
  useEffect(() => {
    if (language === null || !isLanguage(language)) return;
    let isWanted = true;
    // What could not be loaded is still readable in the language before; the next page load tries again.
    speechOf(language).then(
      (loaded) => isWanted && setSpeech(loaded),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  useEffect(() => {
    document.documentElement.lang = speech.tag;
    document.documentElement.dir = speech.direction;
  }, [speech]);
  return <Context value={speech}>{children}</Context>;
}
