/** One person speaking, milliseconds, end exclusive. */
export interface SpeakerSpan {
  speaker: string;
  startMs: number;
  endMs: number;
}

/** Milliseconds of each kind. `errorRate` is (missed + falseAlarm + confused) / spoken: NaN without speech. */
export interface DiarisationErrors {
  /** Time of the reference, counted once per speaker at work. */
  spokenMs: number;
  missedMs: number;
  falseAlarmMs: number;
  confusedMs: number;
  errorRate: number;
  /** For each reference speaker the hypothesis speaker taken for them. */
  mapping: Record<string, string>;
}

/**
 * Diarisation error rate as NIST scores it, without a collar and with overlapping speech: speakers are matched
 * one to one so that most time agrees, then every instant counts max(0, R − H) missed, max(0, H − R) false alarm and
 * min(R, H) − correct confused, for R reference and H hypothesis speakers at work.
 *
 * @param within scored chunks (a UEM); everything where absent
 */
export function diarisationErrors(
  reference: readonly SpeakerSpan[],
  hypothesis: readonly SpeakerSpan[],
  within?: readonly { startMs: number; endMs: number }[],
): DiarisationErrors {
  const edges = [...reference, ...hypothesis, ...(within ?? [])].flatMap(({ startMs, endMs }) => [
    startMs,
    endMs,
  ]);
  const times = [...new Set(edges)].sort((a, b) => a - b);
  const slices: { lengthMs: number; reference: Set<string>; hypothesis: Set<string> }[] = [];
  for (const [i, startMs] of times.slice(0, -1).entries()) {
    const endMs = times[i + 1]!;
    const covers = (span: { startMs: number; endMs: number }) =>
      span.startMs <= startMs && span.endMs >= endMs;
    if (within && !within.some(covers)) continue;
    slices.push({
      lengthMs: endMs - startMs,
      reference: new Set(reference.filter(covers).map((span) => span.speaker)),
      hypothesis: new Set(hypothesis.filter(covers).map((span) => span.speaker)),
    });
  }
  const mapping = bestMapping(slices);
  const errors = { spokenMs: 0, missedMs: 0, falseAlarmMs: 0, confusedMs: 0 };
  for (const slice of slices) {
    const [r, h] = [slice.reference.size, slice.hypothesis.size];
    let correct = 0;
    for (const speaker of slice.reference) {
      const match = mapping[speaker];
      if (match !== undefined && slice.hypothesis.has(match)) correct++;
    }
    errors.spokenMs += slice.lengthMs * r;
    errors.missedMs += slice.lengthMs * Math.max(0, r - h);
    errors.falseAlarmMs += slice.lengthMs * Math.max(0, h - r);
    errors.confusedMs += slice.lengthMs * (Math.min(r, h) - correct);
  }
  const wrongMs = errors.missedMs + errors.falseAlarmMs + errors.confusedMs;
  return { ...errors, errorRate: wrongMs / errors.spokenMs, mapping };
}

/** Exact search over one-to-one matches, over the subsets of the hypothesis' speakers (few by nature). */
function bestMapping(
  slices: readonly { lengthMs: number; reference: Set<string>; hypothesis: Set<string> }[],
): Record<string, string> {
  const reference = [...new Set(slices.flatMap((slice) => [...slice.reference]))].sort();
  const hypothesis = [...new Set(slices.flatMap((slice) => [...slice.hypothesis]))].sort();
  if (hypothesis.length > 16) throw new Error('More than 16 speakers in a hypothesis cannot be matched.');
  const shared = reference.map((r) =>
    hypothesis.map((h) =>
      slices
        .filter((slice) => slice.reference.has(r) && slice.hypothesis.has(h))
        .reduce((sum, slice) => sum + slice.lengthMs, 0),
    ),
  );
  let best = new Map<number, { sharedMs: number; pairs: [number, number][] }>([
    [0, { sharedMs: 0, pairs: [] }],
  ]);
  for (const r of reference.keys()) {
    const next = new Map(best);
    for (const [used, { sharedMs, pairs }] of best) {
      for (const h of hypothesis.keys()) {
        const gain = shared[r]![h]!;
        if (used & (1 << h) || gain === 0) continue;
        const key = used | (1 << h);
        if ((next.get(key)?.sharedMs ?? -1) < sharedMs + gain)
          next.set(key, { sharedMs: sharedMs + gain, pairs: [...pairs, [r, h]] });
      }
    }
    best = next;
  }
  const winner = [...best.values()].reduce((a, b) => (b.sharedMs > a.sharedMs ? b : a));
  return Object.fromEntries(winner.pairs.map(([r, h]) => [reference[r]!, hypothesis[h]!]));
}

/** SPEAKER lines of an RTTM file, by recording. Other lines are passed over; a broken SPEAKER line throws. */
export function parseRttm(text: string): Map<string, SpeakerSpan[]> {
  const spans = new Map<string, SpeakerSpan[]>();
  for (const line of text.split('\n')) {
    const fields = line.trim().split(/\s+/);
    if (fields[0] !== 'SPEAKER') continue;
    const [, recording, , start, length, , , speaker] = fields;
    const [startMs, lengthMs] = [Math.round(Number(start) * 1000), Math.round(Number(length) * 1000)];
    if (!recording || !speaker || !Number.isFinite(startMs) || !Number.isFinite(lengthMs))
      throw new Error(`Not an RTTM line: "${line.trim()}"`);
    const own = spans.get(recording) ?? [];
    own.push({ speaker, startMs, endMs: startMs + lengthMs });
    spans.set(recording, own);
  }
  return spans;
}

/** Scored chunks of a UEM file, by recording. */
export function parseUem(text: string): Map<string, { startMs: number; endMs: number }[]> {
  const spans = new Map<string, { startMs: number; endMs: number }[]>();
  for (const line of text.split('\n')) {
    const [recording, , start, end] = line.trim().split(/\s+/);
    if (!recording || end === undefined) continue;
    const own = spans.get(recording) ?? [];
    own.push({ startMs: Math.round(Number(start) * 1000), endMs: Math.round(Number(end) * 1000) });
    spans.set(recording, own);
  }
  return spans;
}

/** Turns without the pauses in them: what a hypothesis claims to be speech. */
export function speechOfTurns(
  turns: readonly SpeakerSpan[],
  speech: readonly { startMs: number; endMs: number }[],
): SpeakerSpan[] {
  return turns.flatMap((turn) =>
    speech
      .filter((span) => span.startMs < turn.endMs && span.endMs > turn.startMs)
      .map((span) => ({
        speaker: turn.speaker,
        startMs: Math.max(span.startMs, turn.startMs),
        endMs: Math.min(span.endMs, turn.endMs),
      })),
  );
}

/**
 * Share of the reference's speech time that the right speaker holds, under the best matching: the plain question
 * "who spoke when?", in which pauses inside a turn cost nothing, but a second speaker at the same time does.
 */
export function rightShare(reference: readonly SpeakerSpan[], turns: readonly SpeakerSpan[]): number {
  const errors = diarisationErrors(reference, turns, reference);
  return Math.max(0, 1 - errors.errorRate);
}
