import { useEffect, useState } from 'react';
import { LevelMeter } from '../components/level-meter.tsx';
import { Step } from '../components/step.tsx';
import type { Controller } from '../live/controller.ts';
import { type Device, listMicrophones, type MicrophoneFault } from '../sound/microphone.ts';
import type { PageState } from '../state/types.ts';
import { fill } from '../texts/fill.ts';
import { useSpeech } from '../texts/speech.tsx';
import { TestRecording } from './test-recording.tsx';

export function MicrophoneCheck({
  controller,
  state: { hasMicrophone, isBeginning, hasPractised, connection },
  count,
}: {
  controller: Controller;
  state: PageState;
  count: number;
}) {
  const { texts } = useSpeech();
  const words = texts.microphone;
  const [fault, setFault] = useState<MicrophoneFault | null>(null);
  const [isAsking, setAsking] = useState(false);
  const mayBegin = !isBeginning && connection === 'open';
  const open = async (deviceId?: string) => {
    setAsking(true);
    setFault(await controller.openMicrophone(deviceId));
    setAsking(false);
  };
  return (
    <Step title={words.title} of={[count, count]}>
      {hasMicrophone ? <OpenMicrophone controller={controller} onChoose={open} /> : <p>{words.intro}</p>}
      <p className="problem" role="alert">
        {fault && words[fault]}
      </p>
      <p className="aside">{words.headphones}</p>
      <section className="practice" aria-label={texts.practice.title}>
        <p role="status">{hasPractised ? texts.practice.done : texts.practice.offer}</p>
        {!hasPractised && (
          <button type="button" disabled={!mayBegin} onClick={controller.practise}>
            {texts.practice.start}
          </button>
        )}
      </section>
      <div className="buttons">
        {hasMicrophone ? (
          <button
            type="button"
            className="primary"
            disabled={!mayBegin}
            onClick={() => controller.begin(false)}
          >
            {isBeginning ? words.starting : words.start}
          </button>
        ) : (
          <button type="button" className="primary" disabled={isAsking} onClick={() => open()}>
            {fault ? texts.tryAgain : words.allow}
          </button>
        )}
        <button type="button" disabled={!mayBegin} onClick={() => controller.begin(true)}>
          {words.type}
        </button>
      </div>
    </Step>
  );
}

function OpenMicrophone({
  controller,
  onChoose,
}: {
  controller: Controller;
  onChoose: (deviceId: string) => void;
}) {
  const words = useSpeech().texts.microphone;
  const [devices, setDevices] = useState<Device[]>([]);
  const [isHeard, setHeard] = useState(false);
  useEffect(() => {
    const look = () => void listMicrophones().then(setDevices);
    look();
    navigator.mediaDevices.addEventListener('devicechange', look);
    return () => navigator.mediaDevices.removeEventListener('devicechange', look);
  }, []);
  return (
    <>
      {devices.length > 1 && (
        <label className="field">
          <span>{words.device}</span>
          <select value={controller.sound.deviceId()} onChange={(event) => onChoose(event.target.value)}>
            {devices.map(({ id, label }, index) => (
              <option key={id} value={id}>
                {label || fill(words.unnamed, { number: index + 1 })}
              </option>
            ))}
          </select>
        </label>
      )}
      <LevelMeter sound={controller.sound} of="candidate" onHeard={() => setHeard(true)} />
      <p role="status">{isHeard ? words.heard : words.speak}</p>
      <TestRecording controller={controller} />
    </>
  );
}
