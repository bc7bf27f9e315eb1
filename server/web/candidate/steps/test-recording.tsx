import { useEffect, useRef, useState } from 'react';
import type { Controller } from '../live/controller.ts';
import { useSpeech } from '../texts/speech.tsx';

/** Of 40 ms: 3 s. */
const frames = 75;
const frameMs = 40;

/** A short recording that one can listen to; it stays on the page. */
export function TestRecording({ controller }: { controller: Controller }) {
  const words = useSpeech().texts.microphone;
  const [doing, setDoing] = useState<'nothing' | 'recording' | 'playing'>('nothing');
  const recording = useRef<Int16Array<ArrayBuffer>[]>([]);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(
    () => () => {
      clearInterval(timer.current);
      controller.listen(null);
      controller.sound.hush();
    },
    [controller],
  );

  const record = () => {
    recording.current = [];
    setDoing('recording');
    controller.listen((frame) => {
      recording.current.push(frame.slice());
      if (recording.current.length < frames) return;
      controller.listen(null);
      setDoing('nothing');
    });
  };
  const play = () => {
    setDoing('playing');
    const beganMs = performance.now();
    let next = 0;
    timer.current = setInterval(() => {
      for (; next < frames && next * frameMs <= performance.now() - beganMs; next++) {
        controller.sound.play(recording.current[next]!.slice().buffer);
      }
      if (next < frames) return;
      clearInterval(timer.current);
      setDoing('nothing');
    }, frameMs);
  };

  const hasOne = doing !== 'recording' && recording.current.length === frames;
  return (
    <div className="buttons small">
      <button type="button" disabled={doing !== 'nothing'} onClick={record}>
        {doing === 'recording' ? words.recording : words.record}
      </button>
      {hasOne && (
        <button type="button" disabled={doing !== 'nothing'} onClick={play}>
          {doing === 'playing' ? words.playing : words.listen}
        </button>
      )}
    </div>
  );
}
