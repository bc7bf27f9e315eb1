import type { Readable } from 'node:stream';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { ENCODER_PADDING_MS, startedMinutes } from '../../domain/credits/started-minutes.ts';
import { noRecording } from '../../domain/sound/first-bytes.ts';
import type { AudioEngine } from '../../engines/audio/port.ts';
import { ApiError } from '../../errors.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { Clock } from '../../time.ts';
import type { CreditsService } from '../credits/types.ts';
import type { Caller } from '../identity/types.ts';
import type { PricesService } from '../prices/types.ts';
import { createReadiness } from '../runs/service.ts';
import type { NewRun, QueuePlace, Run, RunQueue, RunsService } from '../runs/types.ts';
import { blobFolder, cutAudioKey, uploadKey } from './files.ts';
import { assertAvailable, createHeardLanguages } from './languages.ts';
import type { CutSettings } from './pipeline/state.ts';
import { rescorableSpeakers, rescoringObstacle } from './rescorable.ts';
import { type SpeechRun, speechRuns } from './run-type.ts';
import type { SpeechRunInput } from './stored.ts';
import type { HeardLanguages } from './types.ts';

/** The form of a submission, parsed. */
export interface SpeechFields {
  language: string;
  externalId: string | null;
  /** Exactly as supplied. */
  metadata: Record<string, unknown>;
  tags: string[];
  cutSettings: CutSettings;
}

export interface SpeechSubmission extends SpeechFields {
  /** `key` null: a person in the console. */
  caller: {
    client: Pick<Caller['client'], 'id' | 'multilingual' | 'accentUse'>;
    key: Pick<Caller['key'], 'id' | 'projectId'> | null;
  };
  /** Runs of the playground stay out of the client's list of runs. */
  playground?: boolean;
  /** The upload is in the blob store already, at `uploadKey(runId)`. */
  runId: string;
  fileName: string | null;
  includeCutAudio: boolean;
  analysis: boolean;
  /** Of the catalogue: what the person is interviewed for. */
  jobId?: string;
  /** The key's, unless given. */
  projectId?: string | null;
  /** Who spoke when, where that is known. */
  heldTurns?: NonNullable<SpeechRunInput['heldTurns']>;
  /** Of an interview that Assay held: answers that it took too long to react to. */
  slowTurns?: number;
  /** Called in the transaction that makes the run; when it throws, there is none. */
  holdKey: (trx: Db) => Promise<void>;
}

export interface SpeechService {
  /** ApiError SERVICE_WARMING_UP until a worker has reported ready since this process began. */
  assertReady(): Promise<void>;
  /** What can be recognised at the moment; null while no living worker has told. */
  languages(): Promise<HeardLanguages | null>;
  /**
   * Asked before the file is read. ApiError MULTILINGUAL_NOT_ENABLED, LANGUAGE_NOT_AVAILABLE, UNSUPPORTED_FORMAT where its first bytes are
   * of no recording, and INSUFFICIENT_CREDITS where not even the shortest recording could be paid.
   */
  assertAcceptable(
    submission: Pick<SpeechSubmission, 'caller' | 'language'>,
    head: Uint8Array,
  ): Promise<void>;
  /**
   * Probes the stored upload, holds the credits and makes the run. ApiError MULTILINGUAL_NOT_ENABLED, LANGUAGE_NOT_AVAILABLE,
   * UNSUPPORTED_FORMAT, AUDIO_DURATION_UNAVAILABLE, AUDIO_TOO_SHORT, AUDIO_TOO_LONG, INSUFFICIENT_CREDITS, SERVER_BUSY;
   * after any of them neither run nor file exists.
   */
  submit(submission: SpeechSubmission): Promise<{ run: Run; place: QueuePlace }>;
  /** Puts a recording where `submit` looks for it. */
  storeUpload(runId: string, content: Readable): Promise<void>;
  /** Undefined for an unknown id and for another client's alike. */
  find(request: { clientId: string; runId: string }): Promise<SpeechRun | undefined>;
  place(run: Run): Promise<QueuePlace>;
  /** The candidate-only MP3 of a finished run; undefined when none was asked for or made. */
  readCutAudio(run: SpeechRun): Promise<Buffer | undefined>;
  /**
   * Why a run cannot be scored again for another speaker, or for this one, as a person reads it; null: nothing is known against it.
   */
  rescoringObstacle(run: Run, speaker?: string): Promise<string | null>;
  /** Everybody in a run who could be the candidate instead, each with why scoring them would fail; nobody where no rescoring can be. */
  rescorableSpeakers(run: Run): Promise<{ id: string; label: string; obstacle: string | null }[]>;
  /** Removes the upload of a submission that became no run. */
  discardUpload(runId: string): Promise<void>;
}

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
  credits: Pick<CreditsService, 'assertAvailable'>;
  prices: Pick<PricesService, 'of'>;
  clock: Clock;
}

export function createSpeechService({
  runs,
  blobs,
  audio,
  workers,
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
    assertReady: createReadiness({ workers, clock }),

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
