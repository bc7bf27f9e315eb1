import { useEffect, useState } from 'react';

/** Browsers give up on some files without saying so. */
const GIVE_UP_MS = 4000;

export interface LocalRecording {
  /** For a player; null until the file is there. */
  url: string | null;
  /** Null where the browser cannot tell. */
  durationMs: number | null;
}

/** A chosen file as the browser reads it: to listen to, and how long it is. */
export function useLocalRecording(file: File | null): LocalRecording {
  const [recording, setRecording] = useState<LocalRecording>({ url: null, durationMs: null });
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    const sound = new Audio();
    const tell = () => {
      const durationMs = Number.isFinite(sound.duration) ? Math.round(sound.duration * 1000) : null;
      setRecording({ url, durationMs });
    };
    sound.preload = 'metadata';
    sound.onloadedmetadata = tell;
    sound.onerror = tell;
    sound.src = url;
    const timer = setTimeout(tell, GIVE_UP_MS);
    return () => {
      clearTimeout(timer);
      sound.onloadedmetadata = null;
      sound.onerror = null;
      sound.removeAttribute('src');
      URL.revokeObjectURL(url);
      setRecording({ url: null, durationMs: null });
    };
  }, [file]);
  return recording;
}
