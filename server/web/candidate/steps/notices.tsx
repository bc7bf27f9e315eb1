import type { ReactNode } from 'react';
import type { EndReason, PageRefusal } from '../../../live/protocol.ts';
import { Step } from '../components/step.tsx';
import { useNow } from '../components/use-now.ts';
import type { Scene } from '../state/types.ts';
import { fill } from '../texts/fill.ts';
import { timeIn } from '../texts/languages.ts';
import { useSpeech } from '../texts/speech.tsx';
import type { Texts } from '../texts/types.ts';

const noticeOf: Readonly<Record<PageRefusal, keyof Texts['notices']>> = {
  LINK_INVALID: 'invalid',
  LINK_EXPIRED: 'expired',
  LINK_USED: 'used',
  CAPACITY_REACHED: 'full',
  COOKIE_MISSING: 'cookies',
  UNAVAILABLE: 'unavailable',
};

type Noticed = Scene & { at: 'noLink' | 'refused' | 'full' | 'replaced' | 'gaveUp' };

/** Why the page does not go on, and what can be done. */
export function NoticePage({ scene, onTryAgain }: { scene: Noticed; onTryAgain: () => void }) {
  const { texts } = useSpeech();
  const kind = scene.at === 'refused' ? noticeOf[scene.code] : scene.at;
  const { title, text } = texts.notices[kind];
  const button = (label: string) => (
    <div className="buttons">
      <button type="button" className="primary" onClick={onTryAgain}>
        {label}
      </button>
    </div>
  );
  const isFinal = scene.at === 'noLink' || (scene.at === 'refused' && scene.retryAtMs === null);
  return (
    <Notice title={title} text={text}>
      {'retryAtMs' in scene && scene.retryAtMs !== null && <Countdown untilMs={scene.retryAtMs} />}
      {scene.at === 'replaced' && button(texts.goOnHere)}
      {scene.at === 'gaveUp' && button(texts.tryAgain)}
      {/* The cookie comes with the page. */}
      {kind === 'cookies' && (
        <div className="buttons">
          <button type="button" className="primary" onClick={() => location.reload()}>
            {texts.tryAgain}
          </button>
        </div>
      )}
      {isFinal && kind !== 'cookies' && <p className="aside">{texts.help}</p>}
    </Notice>
  );
}

const endOf: Readonly<Record<EndReason, 'ended' | 'failed' | 'unanswered'>> = {
  completed: 'ended',
  failed: 'failed',
  unanswered: 'unanswered',
};

export function EndPage({ reason, onBeginAgain }: { reason: EndReason; onBeginAgain: () => void }) {
  const { texts } = useSpeech();
  const { title, text, next } = texts[endOf[reason]];
  return (
    <Notice title={title} text={text}>
      <p>{next}</p>
      {reason !== 'completed' && (
        <div className="buttons">
          <button type="button" className="primary" onClick={onBeginAgain}>
            {texts.beginAgain}
          </button>
        </div>
      )}
    </Notice>
  );
}

export function DeclinedPage({ clientName, onBack }: { clientName: string; onBack: () => void }) {
  const { texts } = useSpeech();
  const { title, text, next } = texts.declined;
  return (
    <Notice title={title} text={fill(text, { client: clientName })}>
      <p>{next}</p>
      <div className="buttons">
        <button type="button" onClick={onBack}>
          {texts.consent.back}
        </button>
      </div>
    </Notice>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Step title={title}>
      <p>{text}</p>
      {children}
    </Step>
  );
}

function Countdown({ untilMs }: { untilMs: number }) {
  const { texts, tag } = useSpeech();
  const seconds = Math.max(0, Math.ceil((untilMs - useNow()) / 1000));
  const time = seconds > 90 ? timeIn(tag, Math.ceil(seconds / 60), 'minute') : timeIn(tag, seconds, 'second');
  return <p className="countdown">{fill(texts.nextTry, { time })}</p>;
}
