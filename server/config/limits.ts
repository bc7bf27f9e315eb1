import { days, hours, minutes, seconds } from '../time.ts';

/** Every number of the interface specification, in one place. Units end the names. */
export const limits = {
  audio: {
    minDurationMs: minutes(3),
    maxDurationMs: minutes(45),
    maxSizeBytes: 25 * 1024 * 1024,
    formats: ['mp3', 'wav', 'm4a', 'webm', 'ogg', 'flac'],
    /** Above any recorder's; a header that says more was made to cost much. */
    maxSampleRateHz: 192_000,
    maxChannels: 8,
    maxTracks: 8,
    /** All channels, 16 bits a sample: twice what 45 minutes of stereo sound at 96 kHz unpack to. */
    maxDecodedBytes: 2 * 1024 ** 3,
    /** Pieces a container cuts its sound into, on average; recorders write 10 to 50 ms of sound into each. */
    maxPacketsPerSecond: 150,
    /** Processor time that looking at a file's headers, at its packets and at its sound may take before it is refused. */
    probeCpuSeconds: { headers: 2, packets: 2, sound: 60 },
  },
  externalId: { maxChars: 255 },
  metadata: { maxKeys: 50, maxKeyChars: 40, maxValueChars: 500, maxTotalBytes: 8 * 1024 },
  tags: { maxCount: 20, maxChars: 40 },
  cutSettings: {
    silenceThresholdDb: { min: -60, max: -20, default: -38 },
    minSilenceMs: { min: 300, max: 5000, default: 800 },
    keepSilenceMs: { min: 0, max: 1000, default: 250 },
  },
  /** ISO 639-1 codes the speech module accepts. */
  languages: ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'hi', 'zh', 'ja', 'ko', 'ar', 'tr', 'pl', 'ru', 'sr'],
  defaultLanguage: 'en',
  concurrentRunsPerClient: 8,
  rateLimit: { defaultPerMinute: 500, windowMs: minutes(1) },
  poll: { minIntervalMs: seconds(10) },
  /** Recommended cadence: 15 s for the first 2 minutes, 30 s until 5 minutes, then 60 s. */
  pollCadence: [
    { untilMs: minutes(2), intervalSeconds: 15 },
    { untilMs: minutes(5), intervalSeconds: 30 },
    { untilMs: Number.POSITIVE_INFINITY, intervalSeconds: 60 },
  ],
  runsPage: { min: 1, max: 100, default: 20 },
  warmingUpRetryAfterSeconds: 30,
  idempotency: { maxKeyChars: 255, keptMs: hours(24) },
  apiKey: {
    expiryDays: { min: 1, max: 365, default: 90 },
    /** How long a rotated key may go on beside its successor. */
    maxOverlapHours: 24 * 30,
    defaultOverlapHours: 24,
    /** Keys that end so soon are pointed out. */
    expiringWithinMs: days(14),
  },
  identity: { maxNameChars: 200, maxAllowedIps: 100, maxRequestsPerMinute: 1_000_000, maxRunsAtOnce: 1000 },
  recentTransactions: 20,
  webhooks: {
    maxUrlChars: 2048,
    /**
     * When each try after the first is due, counted from the first: 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h.
     */
    retryAfterMs: [
      seconds(5),
      minutes(5),
      minutes(30),
      hours(2),
      hours(5),
      hours(10),
      hours(14),
      hours(20),
      hours(24),
    ],
    /** A receiver's Retry-After is believed up to this. */
    maxRetryAfterMs: hours(24),
    tryTimeoutMs: seconds(15),
    /** How long a sending process may hold a message: a try, then storing its result. */
    leaseMs: seconds(40),
    /** Tries under way at once: in one process, for one client, for one client to one host. */
    atOnce: { total: 256, perClient: 96, perReceiver: 8 },
    excerptChars: 500,
    excerptWaitMs: seconds(1),
    secretOverlapHours: { max: 24 * 30, default: 24 },
    /** Ended messages and their log. */
    keptMs: days(30),
  },
  /** Of any body: more than the largest batch of candidates has. */
  json: { maxValues: 600_000 },
  /** In credits, where neither the installation nor the client has prices of its own. */
  prices: { speechPerStartedMinute: 1, cvMatch: 2, cvSearch: 1, interviewPerStartedMinute: 1 },
  price: { max: 10_000 },
  /** Jobs, and what is looked for: the requirements config of jobs, matches and searches. */
  jobs: { maxDescriptionChars: 20_000, maxBodyBytes: 512 * 1024, versionsShown: 100 },
  candidatesPage: { min: 1, max: 100, default: 20 },
  candidates: {
    maxNoteChars: 4000,
    maxReasonChars: 500,
    maxImportRows: 500,
    maxImportBytes: 1024 * 1024,
    maxTogether: 100,
  },
  /** Files that people send in the console. `maxFiles` at once; `shown` uploads are listed, for as long as they are kept. */
  uploadLists: { maxFiles: 100, maxNameChars: 255, maxCandidateChars: 200, shown: 20, keptMs: days(7) },
  shareLinks: { maxDays: 30, maxNoteChars: 200 },
  jobsPage: { min: 1, max: 100, default: 20 },
  requirements: {
    importance: { min: 1, max: 5, default: 3 },
    experienceYears: { min: 0, max: 60 },
    industries: { min: 1, max: 3 },
    skillsPerKind: 5,
    skillsTogether: 10,
    languages: 10,
    qualificationsPerKind: 3,
    fieldsOfStudy: 10,
    maxNameChars: 200,
    maxTextChars: 1000,
    employmentConditions: { maxDepth: 4, maxTotalBytes: 8 * 1024 },
  },
  cv: { maxSizeBytes: 10 * 1024 * 1024, maxPages: 50, maxFieldBytes: 256 * 1024 },
  cvPage: { min: 1, max: 100, default: 20 },
  search: {
    corpusId: { maxChars: 64 },
    corporaPerClient: 1000,
    /** The corpus that has each client's stored CVs, by itself. */
    poolId: 'uploaded-cvs',
    /** `atOnce`: batches under way in a process that answers requests; each may hold its whole body in memory. */
    batch: {
      maxCandidates: 500,
      maxBytes: 10 * 1024 * 1024,
      atOnce: { total: 8, perClient: 4, retryAfterSeconds: 2 },
    },
    candidate: {
      maxNameChars: 200,
      maxTextChars: 10_000,
      maxFreeTextChars: 50_000,
      skills: 200,
      positions: 60,
      education: 30,
      languages: 40,
      certificates: 60,
    },
    maxBodyBytes: 512 * 1024,
    candidatesPage: { min: 1, max: 100, default: 20 },
    /** Candidates that one search names. */
    results: { min: 1, max: 200, default: 50 },
    resultsPage: { min: 1, max: 100, default: 20 },
    /** Candidates whose CVs are compared with the requirements. */
    compared: 200,
    jobUpdated: { maxChars: 64 },
    /** Candidates embedded at once; a worker that has them says every `heartbeatMs` that it lives. */
    embedding: { batch: 256, leaseMs: seconds(20), heartbeatMs: seconds(5) },
  },
  interview: {
    roleName: { maxChars: 200 },
    language: { maxChars: 64 },
    systemPrompt: { maxChars: 20_000 },
    voice: { maxChars: 100 },
    /** Of a client's own. */
    questions: { most: 30, maxChars: 500, seconds: { min: 15, max: 1800 } },
    candidateRef: { maxChars: 255 },
    maxBodyBytes: 256 * 1024,
    maxMinutes: { min: 5, max: 120, default: 45 },
    /** How long an unfinished turn may pause. */
    patienceMs: { min: 800, max: 2500, default: 1600 },
    linkMs: days(7),
    sessionsPage: { min: 1, max: 100, default: 20 },
    personasPage: { min: 1, max: 100, default: 100 },
    /** Retry-After: until the requested part of an interview may be there, and until a live process may be up again. */
    readyRetrySeconds: 30,
    /** A live process renews its leases and its own sign of life every `heartbeatMs`. */
    lease: { leaseMs: seconds(20), heartbeatMs: seconds(4) },
    /** How often a live process looks for interviews that another one has left, and for files that belong to no interview. */
    recoverEveryMs: seconds(5),
    sweepEveryMs: minutes(10),
    /** An installation whose live process was seen within this holds interviews: one that restarts is no reason to refuse. */
    liveSeenMs: minutes(2),
    /** How long after the end of its time a living process may take to store an interview. */
    settlingMs: minutes(10),
    maxEvents: 20_000,
    /** What a client adds to what candidates are told. */
    notice: { contactChars: 500, urlChars: 500, textChars: 5000 },
    /**
     * A persona that is tried, and nothing kept. `linkMs`: time for one long talk, or for some changes and as many short ones. At once in
     * one live process: two of a client, for two people who work on a persona; `most` are half of what two cores hold (docs/interviews.md).
     * Whose page is gone for `awayMs` makes room for the next.
     */
    trials: { linkMs: minutes(30), ofClient: 2, most: 4, awayMs: seconds(30) },
    /** Voices that one person may try out in the console within a minute. */
    voicesPerMinute: 12,
  },
  /** Of people who are invited to interviews from a list. */
  invitations: {
    most: 200,
    maxListBytes: 256 * 1024,
    messageChars: 2000,
    page: { min: 1, max: 100, default: 50 },
    /** From now; at the latest when the link ends by itself. */
    earliestDeadlineMs: hours(1),
    /** Before the deadline; a candidate invited after it gets no reminder. */
    reminderMs: days(1),
    /** After the deadline name, address and words are forgotten. */
    keptMs: days(30),
    mail: {
      leaseMs: minutes(3),
      /** Rests between tries; after the last one the mail is given up. */
      retryMs: [minutes(1), minutes(5), minutes(15), hours(1), hours(3), hours(6), hours(12)],
      /** Tries after which it is unknown whether the mail went out: a second one ends it, so that a candidate gets two at most. */
      mostCutOff: 2,
    },
  },
  /** A worker renews its lease every `heartbeatMs`; a lease not renewed for `leaseMs` has lapsed. */
  lease: {
    leaseMs: seconds(20),
    heartbeatMs: seconds(4),
    /** Of workers that died by themselves and had nothing but this run. */
    maxDeathsPerStep: 3,
    /** Of whatever kind: also what kills the whole service with it ends some day. */
    maxLapsesPerStep: 100,
  },
  /** Machines that share a database. */
  machines: {
    /** A clock that differs more from the database's is refused: leases would lapse while they are held. */
    clockSkewMs: seconds(5),
    /** A worker of another machine that was not seen for so long is struck off the list. */
    workerForgottenMs: minutes(10),
    /** A process says so often that it serves, and what was not said for `servedMs` is over. */
    servingEveryMs: seconds(10),
    servedMs: seconds(60),
    /** How long the pass lasts that an api process gives a candidate's page to a live process. */
    passMs: seconds(60),
  },
  /** People of the console. */
  accounts: {
    password: { minChars: 12, maxChars: 200 },
    email: { maxChars: 254 },
    /** Argon2id (RFC 9106); more than OWASP's least (19 MiB, 2 passes). As many hashes at once as `atOnce`. */
    argon2: { memoryKib: 64 * 1024, passes: 2, lanes: 1, atOnce: 2 },
    /** A session ends when unused for `idleMs`, and in any case after `wholeMs`. */
    session: { idleMs: minutes(30), wholeMs: hours(12), touchEveryMs: minutes(1), maxPerUser: 20 },
    /** A change of one's second factor without a password asks for a sign-in no older than this. */
    freshSignInMs: minutes(15),
    linkMs: { setUp: days(7), invite: days(7), reset: hours(24) },
    /** Tries to sign in within a window: for an account from one address, for an account, from an address. */
    signIn: { windowMs: minutes(15), perAccountAndAddress: 8, perAccount: 40, perAddress: 60 },
    /** Wrong second factors after a right password. */
    secondFactor: { windowMs: hours(1), perAccount: 10 },
    totp: { periodSeconds: 30, digits: 6, window: 1, recoveryCodes: 10 },
    oidcFlowMs: minutes(10),
  },
  auditPage: { min: 1, max: 200, default: 50 },
  /** Pages of the console. */
  console: {
    ledgerPage: { min: 1, max: 200, default: 50 },
    topUpReason: { maxChars: 200 },
    maxAllowListEntryChars: 100,
    recentRuns: 8,
    /** For which the use of keys is counted. */
    keyUseDays: 30,
  },
  workReadyWithinMs: seconds(15),
  /** Submissions with a file that are under way at once in a process: of all clients, of one client. */
  uploads: { total: 128, perClient: 32, retryAfterSeconds: 10 },
  /** Recordings whose length is measured at once, each by programs of its own, and how long others wait for that: most clients give up after a minute. */
  probes: { atOnce: 2, maxWaitMs: seconds(20), retryAfterSeconds: 30 },
  /**
   * Of a body whose request is refused: how much is still read and thrown away so that the client gets to its answer (an hour of
   * uncompressed speech), how long a pause and the whole may take, and how long the answer can be fetched after that.
   */
  refusedBody: {
    maxBytes: 128 * 1024 * 1024,
    idleMs: seconds(2),
    wholeMs: seconds(30),
    lingerMs: seconds(2),
  },
  orphanBlobAgeMs: hours(1),
  /** Of a bucket: times bound each try, `attempts` the tries of one request. */
  objectStorage: {
    connectMs: seconds(5),
    /** Without a byte in either direction. */
    idleMs: seconds(30),
    /** Until the answer begins, what is sent included. */
    requestMs: minutes(2),
    attempts: 4,
    /** How often in a row a reading that was cut off is gone on with without a byte gained. */
    resumptions: 4,
    connections: 64,
    /** The least that S3 allows. */
    partBytes: 5 * 1024 * 1024,
    deletionsAtOnce: 4,
    /** How long it is believed that a bucket keeps versions, or none. */
    versioningKnownMs: minutes(1),
    /** Health waits three seconds. */
    checkMs: seconds(2.5),
    checkKnownMs: seconds(10),
    lentTouchMs: minutes(1),
    /** The process that writes backups renews a claim; another may begin once it has not for `leaseMs`. */
    backups: { partsAtOnce: 3, renewMs: seconds(20), leaseMs: seconds(120) },
    /** No upload takes longer. */
    uploadTakesMs: hours(24),
  },
  /** How long a kind of data may be kept, where it is not kept for good: a day to a hundred years. */
  retentionDays: { min: 1, max: 36_500 },
  deletions: { maxRuns: 100_000, maxNoteChars: 500 },
  idleUploadMs: minutes(2),
  /** How long the thread that answers requests may be stuck until that is logged, and until its process is started anew. */
  apiStall: { reportAfterMs: seconds(2), killAfterMs: seconds(60) },
} as const;
