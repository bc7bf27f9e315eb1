import { rename, rm, truncate } from 'node:fs/promises';
import { compareChannels, deadBelowDb, isClipped, levelsOf, type Verdict } from './compare-channels.ts';
import { openPcm, pcmRateHz, samplesPerMs } from './pcm.ts';
import { createPcmWriter, type PcmChannel } from './pcm-writer.ts';
import type { DecodedAudio } from './port.ts';

/** Under this peak nothing can be heard at any volume: −66 dB. */
const inaudiblePeak = 16;

type Joined = Pick<DecodedAudio, 'durationMs' | 'clippedShare' | 'peakDb' | 'distinctChannels' | 'warnings'>;

/**
 * Makes one sound of a recording's tracks, and of the channels of each: mono at `outPath`, and two channels apart at `channelPaths` where
 * they are two different signals. Two channels of a track are heard as stereo; more are microphones, as tracks are. Of microphones that are
 * not silent two count as two channels, more are mixed. The files of `tracks` are used up.
 */
export async function joinTracks(
  tracks: readonly PcmChannel[][],
  { outPath, channelPaths }: { outPath: string; channelPaths: [string, string] },
): Promise<Joined> {
  const warnings: string[] = [];
  const monos: PcmChannel[] = [];
  const names: string[] = [];
  let pair: Pair | undefined;
  for (const [number, channels] of tracks.entries()) {
    const [first, second, ...others] = channels as [PcmChannel, PcmChannel?, ...PcmChannel[]];
    const track = `sound track ${number + 1}`;
    const of = tracks.length > 1 ? ` of ${track}` : '';
    if (!second || others.length > 0) {
      monos.push(...channels);
      names.push(...channels.map((_, at) => (second ? `channel ${at + 1}${of}` : track)));
    } else {
      pair = await joinPair([first, second], `${first.path}.mono`);
      monos.push(pair.mono);
      names.push(track);
      if (pair.verdict.because) warnings.push(leftOut(pair.verdict, ['left channel', 'right channel'], of));
      if (tracks.length > 1 && pair.isKept) await drop([first, second]);
    }
  }
  const audible = heardOf(monos);
  await drop(monos.filter((mono) => !audible.includes(mono)));
  if (audible.length === 2) {
    pair = await joinPair(audible as [PcmChannel, PcmChannel], `${outPath}.mono`);
    const heard = audible.map((mono) => names[monos.indexOf(mono)]!);
    if (pair.verdict.because) warnings.push(leftOut(pair.verdict, heard as [string, string], ''));
  } else if (monos.length > 1) pair = undefined;
  if (audible.length > 2) {
    const kind = names.every((name) => /^sound/.test(name)) ? 'sound tracks' : 'channels';
    warnings.push(
      `The file has ${audible.length} ${kind} that are not silent: they are heard together, and who speaks is told by the voices alone.`,
    );
  }
  const mono =
    audible.length > 2 ? await mixedEvenly(audible, `${outPath}.mono`) : (pair?.mono ?? audible[0]!);
  if (audible.length > 2) await drop(audible);

  const distinctChannels = pair?.verdict.isDistinct === true;
  if (pair?.isKept) {
    for (const [channel, { path, samples }] of pair.channels.entries()) {
      if (!distinctChannels) await rm(path);
      else {
        await rename(path, channelPaths[channel]!);
        if (samples < mono.samples) await truncate(channelPaths[channel]!, 2 * mono.samples);
      }
    }
  }
  await rename(mono.path, outPath);
  const heard = pair ? pair.verdict.use.map((channel) => pair.channels[channel]!) : [mono];
  const sum = (value: (channel: PcmChannel) => number) => heard.reduce((all, one) => all + value(one), 0);
  return {
    durationMs: Math.floor(mono.samples / samplesPerMs),
    clippedShare:
      sum(({ clipped }) => clipped) /
      Math.max(
        1,
        sum(({ samples }) => samples),
      ),
    peakDb: Math.max(-120, 20 * Math.log10(Math.max(...heard.map(({ peak }) => peak)) / 32_768)),
    distinctChannels,
    warnings,
  };
}

interface Pair {
  channels: readonly [PcmChannel, PcmChannel];
  verdict: Verdict;
  mono: PcmChannel;
  /** `mono` is a file of its own, beside the channels'. */
  isKept: boolean;
}

async function joinPair(channels: readonly [PcmChannel, PcmChannel], monoPath: string): Promise<Pair> {
  const verdict = await compareChannels(channels);
  const [used, other] = verdict.use;
  if (other === undefined) {
    await drop([channels[1 - used!]!]);
    return { channels, verdict, mono: channels[used!]!, isKept: false };
  }
  const gains = verdict.gainsDb.map((db) => 0.5 * 10 ** (db / 20));
  return { channels, verdict, mono: await mixed(channels, gains, monoPath), isKept: true };
}

/** Of people who take turns; microphones that hear the same are mixed with less of each. */
async function mixedEvenly(channels: readonly PcmChannel[], path: string): Promise<PcmChannel> {
  const ofTurns = await mixed(
    channels,
    channels.map(() => 0.5),
    path,
  );
  if (!isClipped(ofTurns) || channels.some(isClipped)) return ofTurns;
  return mixed(
    channels,
    channels.map(() => 1 / channels.length),
    path,
  );
}

/** The sum of channels, each times its gain; what is too loud for 16 bits is cut off. */
async function mixed(
  channels: readonly PcmChannel[],
  gains: readonly number[],
  path: string,
): Promise<PcmChannel> {
  const writer = await createPcmWriter([path]);
  const readers = await Promise.all(channels.map((channel) => openPcm(channel.path)));
  try {
    const total = Math.max(...readers.map(({ totalSamples }) => totalSamples));
    const chunk = 60 * pcmRateHz;
    for (let from = 0; from < total; from += chunk) {
      const sum = new Float32Array(Math.min(chunk, total - from));
      for (const [channel, reader] of readers.entries()) {
        const samples = await reader.readSamples(from, chunk);
        for (let n = 0; n < samples.length; n++) sum[n]! += gains[channel]! * samples[n]!;
      }
      const mono = Int16Array.from(sum, (value) => Math.max(-32_768, Math.min(32_767, Math.floor(value))));
      await writer.write(Buffer.from(mono.buffer));
    }
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
  const [made] = await writer.finish();
  return made!;
}

/** Tracks with any sound; the loudest, where all are silent: the others are muted microphones. */
function heardOf(monos: readonly PcmChannel[]): PcmChannel[] {
  const levels = monos.map((mono) => levelsOf(mono).loudDb);
  const loudestDb = Math.max(...levels);
  const loudest = levels.indexOf(loudestDb);
  return monos.filter(
    ({ peak }, at) => at === loudest || (peak > inaudiblePeak && levels[at]! > loudestDb - deadBelowDb),
  );
}

const drop = (channels: readonly PcmChannel[]) =>
  Promise.all(channels.map(({ path }) => rm(path, { force: true })));

/** Why one of two is not heard. */
function leftOut({ use, because }: Verdict, names: readonly [string, string], of: string): string {
  const [kept, lost] = [names[use[0]!], names[1 - use[0]!]!];
  const why = {
    'no-voice': 'hums or hisses, and no voice is in it',
    reversed: `has the sound of the ${kept} with reversed polarity, and would cancel it`,
    delayed: `has the sound of the ${kept} at another moment, and would make it hollow`,
    clipped: `is a distorted copy of the ${kept}`,
  }[because!];
  return `The ${lost}${of} ${why}: only the ${kept} is heard.`;
}
