import './style.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createController } from './live/controller.ts';
import { browserLanguage, englishSpeech, speechOf } from './texts/languages.ts';
import { keep, takeToken } from './token.ts';

const storage = () => sessionStorage;
const kept = takeToken({ location, history, storage });
const controller = createController(kept, (isTyping) => {
  if (kept) keep(storage, { ...kept, isTyping });
});
controller.start();

const initial = await speechOf(browserLanguage(navigator.languages)).catch(() => englishSpeech);
createRoot(document.getElementById('root')!).render(<App controller={controller} initial={initial} />);
