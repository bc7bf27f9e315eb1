import { useState } from 'react';
import { NoticeText } from '../components/notice-text.tsx';
import { Step } from '../components/step.tsx';
import type { PageState } from '../state/types.ts';
import { useSpeech } from '../texts/speech.tsx';

export function Consent({
  notice,
  isTrial,
  count,
  isConnected,
  onConsent,
  onDecline,
}: {
  notice: NonNullable<PageState['notice']>;
  /** The notice is shown and needs no agreement: what it says does not happen. */
  isTrial: boolean;
  count: number;
  /** An answer that does not arrive is none. */
  isConnected: boolean;
  onConsent: () => void;
  onDecline: () => void;
}) {
  const { texts } = useSpeech();
  const [isAgreed, setAgreed] = useState(false);
  return (
    <Step title={texts.consent.title} of={[2, count]}>
      {isTrial && <p className="note">{texts.trial.consent}</p>}
      <NoticeText notice={notice} />
      {!isTrial && (
        <label className="agree">
          <input type="checkbox" checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)} />
          <span>{notice.agree}</span>
        </label>
      )}
      <div className="buttons">
        <button
          type="button"
          className="primary"
          disabled={!(isAgreed || isTrial) || !isConnected}
          onClick={onConsent}
        >
          {texts.goOn}
        </button>
        {!isTrial && (
          <button type="button" disabled={!isConnected} onClick={onDecline}>
            {texts.consent.decline}
          </button>
        )}
      </div>
    </Step>
  );
}
