import { limits } from '../../config/limits.ts';
import { ENCODER_PADDING_MS, startedMinutes } from '../../domain/credits/started-minutes.ts';
import { noRecording } from '../../domain/sound/first-bytes.ts';
import type { AudioEngine } from '../../engines/audio/port.ts';
import { ApiError } from '../../errors.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { Clock } from '../../time.ts';
import type { CreditsService, PricesService } from '../credits/types.ts';
import type { NewRun, QueuePlace, Run, RunQueue, RunsService } from '../runs/types.ts';
import { blobFolder, cutAudioKey, uploadKey } from './files.ts';
import { assertAvailable, createHeardLanguages } from './languages.ts';
import { rescorableSpeakers, rescoringObstacle } from './rescorable.ts';
import { speechRuns } from './run-type.ts';
import type { SpeechRunInput } from './stored.ts';
import type { SpeechService, SpeechSubmission } from './types.ts';

const MINUTE_MS = 60_000;

/** Credits for each started minute, of which there is at least one. */
export function speechCost(durationMs: number, creditsPerMinute: number): number {
  return startedMinutes(durationMs) * creditsPerMinute;
}

export interface SpeechDeps {
  runs: Pick<RunsService, 'submit' | 'find' | 'place'>;
  blobs: BlobStore;
  audio: Pick<AudioEngine, 'probe'>;
  workers: RunQueue['workers'];
  assertReady: () => Promise<void>;
  credits: Pick<CreditsService, 'assertAvailable'>;
  prices: Pick<PricesService, 'of'>;
  clock: Clock;
}

export function createSpeechService({
  runs,
  blobs,
  audio,
  workers,
  assertReady,
  credits,
  prices,
  clock,
}: SpeechDeps): SpeechService {
  const discardUpload = (runId: string) => blobs.delete(blobFolder(runId));
  const languages = createHeardLanguages({ workers, clock });

  async function assertLanguage({
    caller,
    language,
  }: Pick<SpeechSubmission, 'caller' | 'language'>): Promise<void> {
    if (language !== limits.defaultLanguage && !caller.client.multilingual) {
      throw new ApiError(
        'MULTILINGUAL_NOT_ENABLED',
        'This account may analyse English recordings only. An admin can allow other languages.',
      );
    }
    assertAvailable(language, await languages());
  }

  async function probe(runId: string): Promise<number> {
    const probed = await blobs.withLocalFile(uploadKey(runId), audio.probe);
    if ('failure' in probed) throw new ApiError(probed.failure, probed.reason);
    const { durationMs } = probed;
    const { minDurationMs, maxDurationMs } = limits.audio;
    const details = { durationMs };
    if (durationMs < minDurationMs) {
      const message = `The recording is shorter than ${minDurationMs / MINUTE_MS} minutes; there is too little in it to score.`;
      throw new ApiError('AUDIO_TOO_SHORT', message, { details });
    }
    if (durationMs > maxDurationMs + ENCODER_PADDING_MS) {
      const message = `The recording is longer than ${maxDurationMs / MINUTE_MS} minutes; send a part of it.`;
      throw new ApiError('AUDIO_TOO_LONG', message, { details });
    }
    return durationMs;
  }

  async function admit(submission: SpeechSubmission): Promise<{ run: Run; place: QueuePlace }> {
    const { caller, runId, language } = submission;
    await assertLanguage(submission);
    const durationMs = await probe(runId);
    const { speechPerStartedMinute } = await prices.of(caller.client.id);
    const input: SpeechRunInput = {
      language,
      cutSettings: submission.cutSettings,
      includeCutAudio: submission.includeCutAudio,
      analysis: submission.analysis,
      accentUse: caller.client.accentUse,
      blobKey: uploadKey(runId),
      ...(submission.fileName !== null && { fileName: submission.fileName }),
      ...(submission.jobId !== undefined && { jobId: submission.jobId }),
      ...(submission.heldTurns && { heldTurns: submission.heldTurns }),
      ...(submission.slowTurns && { slowTurns: submission.slowTurns }),
    };
    const newRun: NewRun = {
      id: runId,
      serviceType: speechRuns.name,
      clientId: caller.client.id,
      projectId: submission.projectId ?? caller.key?.projectId ?? null,
      apiKeyId: caller.key?.id ?? null,
      externalId: submission.externalId,
      playground: submission.playground === true,
      metadata: submission.metadata,
      tags: submission.tags,
      input,
      audioDurationMs: durationMs,
      language,
      costCredits: speechCost(durationMs, speechPerStartedMinute),
    };
    return runs.submit(newRun, async (trx) => {
      await submission.holdKey(trx);
      return {};
    });
  }

  return {
    assertReady,

    languages,

    async assertAcceptable(submission, head) {
      await assertLanguage(submission);
      const foreign = noRecording(head);
      if (foreign) throw new ApiError('UNSUPPORTED_FORMAT', foreign);
      const clientId = submission.caller.client.id;
      const { speechPerStartedMinute } = await prices.of(clientId);
      const amount = speechCost(limits.audio.minDurationMs, speechPerStartedMinute);
      await credits.assertAvailable({ clientId, amount, isLeast: true });
    },

    async submit(submission) {
      try {
        return await admit(submission);
      } catch (error) {
        // A lost database connection may hide a commit that happened: the run then still needs its file.
        const refused = error instanceof ApiError;
        const { runId, caller } = submission;
        if (refused || !(await runs.find({ clientId: caller.client.id, runId }))) await discardUpload(runId);
        throw error;
      }
    },

    async storeUpload(runId, content) {
      await blobs.put(uploadKey(runId), content);
    },

    async find(request) {
      const run = await runs.find(request);
      return run && speechRuns.is(run) ? run : undefined;
    },

    place: (run) => runs.place(run),

    async readCutAudio({ id, input, result }) {
      const cutAudio = result?.cutAudio;
      if (!input.includeCutAudio || !cutAudio) return undefined;
      return blobs.read(cutAudioKey(id, cutAudio.file));
    },

    rescoringObstacle: (run, speaker) => rescoringObstacle(blobs, run, speaker),
    rescorableSpeakers: (run) => rescorableSpeakers(blobs, run),
    discardUpload,
  };
}
