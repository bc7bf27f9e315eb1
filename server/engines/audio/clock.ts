import type { SoundTrack } from './container.ts';
import { fileUrl, inputGuards } from './inspect.ts';

/** The clock of a file leaps where it is so far from the end of the sound before: less is a recorder's jitter. */
const leapMs = 100;
/** From this share of lengthened steps on the sound has no gaps: its clock runs at another speed, and is not followed. */
const slowClockShare = 0.9;

/** Samples as the pipeline reads them. */
export interface PcmForm {
  rateHz: number;
  /** ffmpeg's name: the track's own, to have each of its channels. */
  layout: string;
}

export interface TrackRequest {
  path: string;
  track: Pick<SoundTrack, 'index' | 'sampleRateHz' | 'beginsMs'>;
  /** Where the file's clock begins. */
  startMs: number;
}

const inputOf = ({ path, track }: TrackRequest) => [
  ...['-threads', '1', ...inputGuards, '-copyts', '-i', fileUrl(path)],
  ...['-map', `0:${track.index}`, '-vn', '-sn', '-dn'],
];

/** ffmpeg's options to decode at most so much of a track, without its gaps: the limit counts what is decoded. @param form its own unless given */
export const readSound = (request: TrackRequest, atMostMs: number, form?: PcmForm): string[] => [
  ...inputOf(request),
  ...['-af', [followClock(request, false), ...(form ? inForm(form) : [])].join(',')],
  ...['-t', String(atMostMs / 1000)],
];

/** ffmpeg's options to decode at most so much of a track, on the file's clock: what is missing between two sounds is silence. */
export const readOnClock = (request: TrackRequest, form: PcmForm, atMostMs: number): string[] => [
  ...inputOf(request),
  ...['-af', onClock(request, form), '-t', String(atMostMs / 1000)],
];

/** The filter of `readOnClock`. Silence is added last: it would take much memory in the file's own form. */
export const onClock = (request: Pick<TrackRequest, 'track' | 'startMs'>, form: PcmForm): string =>
  [followClock(request, true), ...inForm(form), 'aresample=async=1:min_hard_comp=0.05:first_pts=0'].join(',');

/** Where channels are mixed, also the one that layouts have for low tones: recorders put the third of three people there. */
const inForm = ({ rateHz, layout }: PcmForm): string[] => [
  'aresample=lfe_mix_level=1',
  `aformat=sample_fmts=s16:sample_rates=${rateHz}:channel_layouts=${layout}`,
];

/**
 * An `asetpts` filter that gives each piece of sound its time by the file's clock, or without the gaps before it. A gap is what is
 * missing between two pieces: silence that was not sent, a recorder that paused, an edit. A clock that leaps back, as in files
 * that were joined, goes on from there. At each gap it prints the length of all so far, in seconds, and the number of lengthened steps.
 *
 * Where a sound changes its rate or its channels, ffmpeg begins the filter anew: then there is no silence before it, and with another rate
 * no gap in it, because the file's clock is still counted in the first rate.
 */
function followClock({ startMs, track }: Pick<TrackRequest, 'track' | 'startMs'>, withGaps: boolean): string {
  const ticks = (ms: number) => `${ms / 1000}/TB`;
  const isAnew = track.beginsMs === undefined ? '0' : `gt(abs(PTS-${ticks(track.beginsMs)}),${ticks(500)})`;
  // Its memory: 0 what is added to the file's clock · 1 end of the sound before · 2 all gaps · 3 lengthened steps · 4 this gap
  // · 5 length of the piece · 6 its time · 7 end of the sound before, without gaps · 8 a gap to print
  // · 9 where the filter began.
  const steps = [
    `if(eq(N,0),st(0,${ticks(-startMs)});if(${isAnew},st(9,PTS+ld(0));st(1,ld(9))))`,
    // One piece later, because ffmpeg asks for the time of the end, too, and gives it in another unit.
    'if(ld(8),print(ld(2)*TB,16);print(ld(3),16);st(8,0))',
    `if(gt(PTS-PREV_INPTS,1.02*ld(5)+${ticks(1.1)}),st(3,ld(3)+1))`,
    'st(4,if(isnan(PTS),0,PTS+ld(0)-ld(1)))',
    `if(gt(ld(4),${ticks(leapMs)})*eq(SR,${track.sampleRateHz}),st(1,ld(1)+ld(4));st(2,ld(2)+ld(4));st(8,1))`,
    `if(lt(ld(4),${ticks(-leapMs)}),st(0,ld(0)-ld(4)))`,
    'st(5,NB_SAMPLES/SR/TB)',
    `st(6,${withGaps ? 'ld(1)-ld(9)' : 'ld(7)'})`,
    'st(1,ld(1)+ld(5))',
    'st(7,ld(7)+ld(5))',
    'ld(6)',
  ];
  return `asetpts='${steps.join(';')}'`;
}

/** What ffmpeg (`-v verbose`) said of a track that it read. */
export function readClock(log: string): { gapsMs: number; isFollowed: boolean } {
  const printed = [...log.matchAll(/^(\d+\.\d{6})$/gm)].map(([, value]) => Number(value));
  const frames = Number([...log.matchAll(/(\d+) frames decoded/g)].at(-1)?.[1] ?? 0);
  const gapsSeconds = sumOfCounters(printed.filter((_, at) => at % 2 === 0));
  const lengthened = sumOfCounters(printed.filter((_, at) => at % 2 === 1));
  return { gapsMs: 1000 * gapsSeconds, isFollowed: lengthened < slowClockShare * frames };
}

/** Of counters one after the other, as each of them went up. */
const sumOfCounters = (values: readonly number[]): number =>
  values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? 0 : value), 0);
