import { useState } from 'react';
import { Step } from '../components/step.tsx';
import type { PageState } from '../state/types.ts';
import { fill } from '../texts/fill.ts';
import { useSpeech } from '../texts/speech.tsx';

export function Consent({
  invitation: { clientName, roleName },
  count,
  isConnected,
  onConsent,
}: {
  invitation: NonNullable<PageState['invitation']>;
  count: number;
  /** A receipt that does not arrive is none. */
  isConnected: boolean;
  /** @param text every word that was shown to be agreed to */
  onConsent: (language: string, text: string) => void;
}) {
  const { texts, tag, language } = useSpeech();
  const { consent } = texts;
  const [isAgreed, setAgreed] = useState(false);
  const paragraphs = consent.paragraphs.map((paragraph) =>
    fill(paragraph, { client: clientName, role: roleName }),
  );
  return (
    <Step title={consent.title} of={[2, count]}>
      <div className="letter" lang={tag}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <label className="agree">
        <input type="checkbox" checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)} />
        <span>{consent.agree}</span>
      </label>
      <p className="aside">{consent.otherwise}</p>
      <div className="buttons">
        <button
          type="button"
          className="primary"
          disabled={!isAgreed || !isConnected}
          onClick={() => onConsent(language, [...paragraphs, consent.agree].join('\n\n'))}
        >
          {texts.goOn}
        </button>
      </div>
    </Step>
  );
}
