import { useSyncExternalStore } from 'react';
import { Step } from './components/step.tsx';
import type { Controller } from './live/controller.ts';
import type { PageState, Scene } from './state/types.ts';
import { Consent } from './steps/consent.tsx';
import { Interview } from './steps/interview.tsx';
import { MicrophoneCheck } from './steps/microphone-check.tsx';
import { DeclinedPage, EndPage, NoticePage } from './steps/notices.tsx';
import { TrialBanner, TrialEndPage } from './steps/trial.tsx';
import { Welcome } from './steps/welcome.tsx';
import type { Speech } from './texts/languages.ts';
import { SpeechProvider, useSpeech } from './texts/speech.tsx';

export function App({ controller, initial }: { controller: Controller; initial: Speech }) {
  const state = useSyncExternalStore(controller.subscribe, controller.state);
  return (
    <SpeechProvider language={state.invitation?.language ?? null} initial={initial}>
      {state.invitation?.trial && <TrialBanner trial={state.invitation.trial} />}
      <ConnectionBanner state={state} />
      <main>
        <CurrentStep key={state.scene.at} controller={controller} state={state} />
      </main>
    </SpeechProvider>
  );
}

function CurrentStep({ controller, state }: { controller: Controller; state: PageState }) {
  const { texts } = useSpeech();
  const { scene, invitation, connection } = state;
  const count = invitation?.consentMode === 'explicit' ? 3 : 2;
  const trialEnd = trialEndIn(scene);
  if (invitation?.trial && trialEnd) {
    const { trial } = invitation;
    return (
      <TrialEndPage trial={trial} captions={state.captions} how={trialEnd} onAgain={controller.tryAgain} />
    );
  }
  switch (scene.at) {
    case 'connecting':
      return <Step title={texts.oneMoment}>{null}</Step>;
    case 'welcome':
      return (
        <Welcome invitation={invitation!} notice={state.notice!} count={count} onGoOn={controller.goOn} />
      );
    case 'consent':
      return (
        <Consent
          notice={state.notice!}
          isTrial={invitation?.trial != null}
          count={count}
          isConnected={connection === 'open'}
          onConsent={controller.consent}
          onDecline={controller.decline}
        />
      );
    case 'declined':
      return <DeclinedPage clientName={invitation!.clientName} onBack={controller.goOn} />;
    case 'microphone':
      return <MicrophoneCheck controller={controller} state={state} count={count} />;
    case 'practice':
    case 'interview':
      return <Interview controller={controller} state={state} />;
    case 'ended':
      return <EndPage reason={scene.reason} onBeginAgain={controller.tryAgain} />;
    default:
      return <NoticePage scene={scene} onTryAgain={controller.tryAgain} />;
  }
}

/** How a trial came to its end; undefined where it has not. */
function trialEndIn(scene: Scene): 'ended' | 'early' | 'expired' | undefined {
  if (scene.at === 'ended') return scene.reason === 'failed' ? 'early' : 'ended';
  return scene.at === 'refused' && scene.code === 'LINK_EXPIRED' ? 'expired' : undefined;
}

/** Always there, so that screen readers say what appears in it. */
function ConnectionBanner({ state: { connection, lostSinceMs, isOffline } }: { state: PageState }) {
  const words = useSpeech().texts.connection;
  const isAway = connection !== 'closed' && lostSinceMs !== null;
  return (
    <div className="banner" role="status">
      {isAway && <p>{isOffline ? words.offline : words.lost}</p>}
    </div>
  );
}
