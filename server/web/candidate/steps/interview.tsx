import { useState } from 'react';
import { Captions } from '../components/captions.tsx';
import { EndDialog } from '../components/end-dialog.tsx';
import { LevelMeter } from '../components/level-meter.tsx';
import { Step } from '../components/step.tsx';
import { useNow } from '../components/use-now.ts';
import type { Controller } from '../live/controller.ts';
import type { MicrophoneFault } from '../sound/microphone.ts';
import type { PageState } from '../state/types.ts';
import { fill } from '../texts/fill.ts';
import { timeIn } from '../texts/languages.ts';
import { useSpeech } from '../texts/speech.tsx';
import type { Texts } from '../texts/types.ts';
import { Answer } from './answer.tsx';

export function Interview({ controller, state }: { controller: Controller; state: PageState }) {
  const { texts } = useSpeech();
  const words = texts.interview;
  const { isTyping, isMuted, hasMicrophone, isSoundHeld, phase, connection, captions } = state;
  const [fault, setFault] = useState<MicrophoneFault | null>(null);
  const [isEnding, setEnding] = useState(false);
  const type = async (on: boolean) => setFault(await controller.type(on));
  const mayWrite = isTyping || !hasMicrophone;
  const isPractice = state.scene.at === 'practice';
  return (
    <Step title={isPractice ? texts.practice.title : (state.invitation?.roleName ?? '')}>
      {isPractice && <p className="note">{texts.practice.note}</p>}
      <div
        className="stage"
        data-phase={connection === 'open' && !(isMuted && phase === 'listening') ? phase : null}
      >
        <p className="phase" role="status">
          {phaseIn(words, state)}
        </p>
        <LevelMeter sound={controller.sound} of="interviewer" />
        {state.endsAtMs !== null && <TimeLeft endsAtMs={state.endsAtMs} />}
      </div>
      {isSoundHeld && (
        <p className="note">
          {words.held}{' '}
          <button type="button" onClick={() => void controller.sound.wake()}>
            {words.soundOn}
          </button>
        </p>
      )}
      <Captions captions={captions} />
      {mayWrite ? (
        <Answer isConnected={connection === 'open'} onSay={controller.say} />
      ) : (
        <div className="own-level">
          <span>{words.microphoneLevel}</span>
          <LevelMeter sound={controller.sound} of="candidate" />
        </div>
      )}
      <p className="problem" role="alert">
        {fault ? texts.microphone[fault] : !isTyping && !hasMicrophone && words.noMicrophone}
      </p>
      <div className="buttons controls">
        {!mayWrite && (
          <button type="button" aria-pressed={isMuted} onClick={() => controller.mute(!isMuted)}>
            {isMuted ? words.unmute : words.mute}
          </button>
        )}
        <button type="button" onClick={() => type(!mayWrite)}>
          {mayWrite ? words.speak : words.type}
        </button>
        {isPractice ? (
          <button type="button" onClick={controller.end}>
            {texts.practice.end}
          </button>
        ) : (
          <button type="button" className="danger" onClick={() => setEnding(true)}>
            {words.end}
          </button>
        )}
      </div>
      {isEnding && <EndDialog onEnd={controller.end} onClose={() => setEnding(false)} />}
    </Step>
  );
}

function phaseIn(words: Texts['interview'], { connection, phase, isTyping, isMuted }: PageState): string {
  if (connection !== 'open' || phase === null) return words.connecting;
  if (phase !== 'listening') return words[phase];
  if (isTyping) return words.write;
  return isMuted ? words.muted : words.listening;
}

/** In minutes, and in seconds at the very end: a running clock makes candidates nervous. */
function TimeLeft({ endsAtMs }: { endsAtMs: number }) {
  const { texts, tag } = useSpeech();
  const seconds = Math.max(0, Math.ceil((endsAtMs - useNow()) / 1000));
  const time = seconds > 60 ? timeIn(tag, Math.ceil(seconds / 60), 'minute') : timeIn(tag, seconds, 'second');
  return <p className="time-left">{fill(texts.interview.left, { time })}</p>;
}
