import { useEffect, useRef } from 'react';
import { heardFrom } from '../sound/level.ts';
import type { Sound } from '../sound/sound.ts';

/** Often enough to look alive; less often than frames are drawn, which costs phones their battery. */
const everyMs = 60;

/** How loud the candidate is, for the eye only: whether they are heard is also said in words. */
export function LevelMeter({
  sound,
  of,
  onHeard,
}: {
  sound: Pick<Sound, 'level'>;
  of: 'candidate' | 'interviewer';
  /** Each time it is loud enough for speech. */
  onHeard?: () => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const heard = useRef(onHeard);
  heard.current = onHeard;
  useEffect(() => {
    let shown = 0;
    const timer = setInterval(() => {
      const level = sound.level(of);
      // Falls slowly, as meters do.
      shown = Math.max(level, shown * 0.8);
      bar.current?.style.setProperty('--level', shown.toFixed(3));
      if (level >= heardFrom) heard.current?.();
    }, everyMs);
    return () => clearInterval(timer);
  }, [sound, of]);
  return (
    <div className="meter" data-of={of} aria-hidden="true">
      <div ref={bar} className="meter-bar" />
    </div>
  );
}
