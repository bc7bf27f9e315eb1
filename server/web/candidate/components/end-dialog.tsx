import { useEffect, useRef } from 'react';
import { useSpeech } from '../texts/speech.tsx';

/** Asks before the interview is ended. The safe answer has the focus, and Escape means it. */
export function EndDialog({ onEnd, onClose }: { onEnd: () => void; onClose: () => void }) {
  const { interview } = useSpeech().texts;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="end-title" aria-describedby="end-text" onClose={onClose}>
      <h2 id="end-title">{interview.endTitle}</h2>
      <p id="end-text">{interview.endText}</p>
      <div className="buttons">
        <button type="button" className="primary" onClick={() => dialog.current?.close()}>
          {interview.endNo}
        </button>
        <button type="button" className="danger" onClick={onEnd}>
          {interview.endYes}
        </button>
      </div>
    </dialog>
  );
}
