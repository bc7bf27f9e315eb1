import { type KeyboardEvent, useState } from 'react';
import { useSpeech } from '../texts/speech.tsx';

/** As the protocol has it. */
const maxChars = 4000;

/** A typed answer. What was written stays where it is until it can be sent. */
export function Answer({ isConnected, onSay }: { isConnected: boolean; onSay: (text: string) => void }) {
  const words = useSpeech().texts.interview;
  const [text, setText] = useState('');
  const maySend = isConnected && text.trim() !== '';
  const send = () => {
    if (!maySend) return;
    onSay(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends a composition of Chinese, Japanese or Korean.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="answer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="field">
        <span>{words.answer}</span>
        <textarea
          dir="auto"
          rows={3}
          maxLength={maxChars}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <button type="submit" className="primary" disabled={!maySend}>
        {words.send}
      </button>
    </form>
  );
}
