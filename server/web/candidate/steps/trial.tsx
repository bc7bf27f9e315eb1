import { Captions } from '../components/captions.tsx';
import { Step } from '../components/step.tsx';
import type { PageState } from '../state/types.ts';
import { useSpeech } from '../texts/speech.tsx';

type Trial = NonNullable<NonNullable<PageState['invitation']>['trial']>;

/** Of the persona, in the console. */
const pageOf = ({ clientId, personaId }: Trial): string => `/console/c/${clientId}/personas/${personaId}`;

/** Says on every page that it is no interview. */
export function TrialBanner({ trial }: { trial: Trial }) {
  const words = useSpeech().texts.trial;
  return (
    <header className="trial">
      <strong>{words.banner}</strong> <a href={pageOf(trial)}>{words.back}</a>
    </header>
  );
}

/** What was said stands here alone. @param how it came to its end; `expired`: its link has */
export function TrialEndPage({
  trial,
  captions,
  how,
  onAgain,
}: {
  trial: Trial;
  captions: PageState['captions'];
  how: 'ended' | 'early' | 'expired';
  onAgain: () => void;
}) {
  const words = useSpeech().texts.trial;
  return (
    <Step title={words.title}>
      {how !== 'ended' && <p className="note">{words[how]}</p>}
      {captions.length > 0 && (
        <>
          <p>{words.text}</p>
          {/* Whoever ended it in the middle of a sentence said it all the same. */}
          <Captions captions={captions.map((caption) => ({ ...caption, isFinal: true }))} />
        </>
      )}
      <div className="buttons">
        {how !== 'expired' && (
          <button type="button" className="primary" onClick={onAgain}>
            {words.again}
          </button>
        )}
        <button type="button" onClick={() => location.assign(pageOf(trial))}>
          {words.back}
        </button>
      </div>
    </Step>
  );
}
