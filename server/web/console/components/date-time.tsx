import { useEffect, useState } from 'react';
import { common } from '../texts/common.ts';
import { type DateStyle, formatDate, formatDuration, formatRelative, formatUtc } from './format.ts';

interface DateTimeProps {
  /** ISO 8601; null shows `missing`. */
  value: string | null | undefined;
  /** @default 'datetime' */
  style?: DateStyle;
  /** @default "Never" */
  missing?: string;
}

/** A time in the visitor's zone, with the time in UTC as its title. */
export function DateTime({ value, style = 'datetime', missing = common.never }: DateTimeProps) {
  const nowMs = useNow(style === 'relative');
  if (!value) return <>{missing}</>;
  return (
    <time dateTime={value} title={common.utc(formatUtc(value))} style={{ whiteSpace: 'nowrap' }}>
      {style === 'relative' ? formatRelative(value, nowMs) : formatDate(value, style)}
    </time>
  );
}

/** A span of time in words: "3 min 20 s". Null shows a dash. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  return <span data-figures>{ms === null || ms === undefined ? '–' : formatDuration(ms)}</span>;
}

/** The present, renewed every half minute where something depends on it. */
function useNow(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
