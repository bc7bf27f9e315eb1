import { inLanguage } from './language.ts';

/** Words of the pages about the machine: health, models, system, prices. */
export const healthTexts = inLanguage('healthTexts', {
  title: 'Health',
  description:
    'What Assay needs to do its work, and whether it is available. Checked again every few seconds.',
  allWell: 'Everything Assay needs is working.',
  notWell: 'Something needs attention.',
  checked: 'Checked',
  checks: 'Checks',
  check: 'Check',
  state: 'State',
  latency: 'Answered in',
  names: {
    database: 'Database',
    storage: 'Storage of recordings',
    worker: 'Worker',
    recogniser: 'Speech recogniser',
    ffmpeg: 'ffmpeg, which reads recordings',
    cv_reader: 'Reader of CVs',
    sandbox: 'Sandbox of programs that read uploads',
    language_model: 'Language model',
    text_to_speech: 'Voice of interviews',
    backup: 'Backups',
  } as Readonly<Record<string, string>>,
  advice: {
    database: 'Runs can be neither accepted nor read. Check the disk and the logs.',
    storage:
      'Recordings cannot be stored. Check free space and permissions of the data folder, or the bucket: “System” and “assay doctor” say what is wrong with it.',
    worker: 'Runs wait until a worker is there. “assay serve” starts one; its logs say why it stopped.',
    recogniser: 'Recordings are refused or cannot be heard. “assay doctor” says what is missing.',
    ffmpeg: 'Install it: sudo apt-get install ffmpeg',
    sandbox:
      'This machine does not shut in the programs that read uploads. “System” says what they are not kept from, and what to do.',
    backup: 'The newest one is older than it should be. “Backups” says why.',
    language_model: 'CV matches are finished without its summary. Check LANGUAGE_MODEL_URL and its key.',
  } as Readonly<Record<string, string>>,
  states: {
    healthy: 'Works',
    configured: 'Set up',
    unhealthy: 'Does not work',
    unreachable: 'Does not answer',
    not_configured: 'Not set up',
  },
  sandboxGaps: 'Has gaps',
  workers: 'Workers',
  workersText: 'They process the runs. Several can share the work; each keeps reporting.',
  noWorkers: 'No worker is running',
  noWorkersText: 'Runs are accepted and wait. Start one with “assay serve”, or check the logs.',
  worker: 'Worker',
  process: (host: string, pid: number) => `${host}, process ${pid}`,
  workerStates: { ready: 'Ready', loading: 'Loading models', gone: 'Does not report' },
  lastReport: 'Last report',
  recognisers: 'Recognisers',
  languages: (count: number) => (count === 1 ? '1 language' : `${count} languages`),
  works: 'works',
  fails: 'does not work',
});

export const modelsTexts = inLanguage('modelsTexts', {
  title: 'Models',
  description: 'What recognises speech, aligns words and scores, with licences and hashes.',
  loaded: 'In use now',
  loadedText: 'What the running workers have loaded to recognise speech.',
  loadedNone: 'No worker has reported ready yet.',
  covered: (known: number, all: number) => `${known} of ${all} languages of the API`,
  installed: 'Installed',
  installedText: 'Added by the operator of this machine.',
  installedNone: 'None yet',
  installedNoneText: 'What is pulled or imported on this machine is listed here.',
  shipped: 'Came with the installation',
  shippedText:
    'Recognisers fetched when this machine was set up, or that its image has. They cannot be removed.',
  bundled: 'Comes with Assay',
  bundledText: 'Checked against these hashes at every start.',
  available: 'Could be installed',
  availableText:
    'On a machine with internet a model is pulled. Without internet, it is bundled elsewhere and imported here.',
  model: 'Model',
  size: 'Size',
  about: (size: string) => `about ${size}`,
  licence: 'Licence',
  languages: 'Languages',
  allLanguages: (count: number) => `All ${count}`,
  anyLanguage: '–',
  hash: 'SHA-256',
  hashes: (count: number) => `${count} files`,
  copyHash: (file: string) => `Copy SHA-256 of ${file}`,
  needs: 'Machine',
  needsText: (cores: number, memoryGb: number) => `${cores}+ cores, ${memoryGb}+ GB`,
  inUse: 'In use',
  chosen: 'Chosen',
  damaged: 'Damaged',
  recommended: 'Recommended',
  command: 'Install',
  copyCommand: 'Copy command',
  pull: (id: string) => `assay models pull ${id} --use`,
  bundle: (id: string) => `assay models bundle ${id}`,
  importIt: 'assay models import FILE',
  offlineNote:
    'This installation is set to stay offline (ASSAY_OFFLINE=1): import bundles instead of pulling.',
  folder: 'Folder of installed models',
  howTo: 'Without internet on this machine',
  howToSteps: (bundle: string, importIt: string) =>
    `Run “${bundle}” on a machine with internet, carry the file here, run “${importIt}”, and restart Assay.`,
});

export const systemTexts = inLanguage('systemTexts', {
  title: 'System',
  description: 'The machine Assay runs on, how much of it Assay uses, and which versions are installed.',
  disk: 'Disk',
  diskText: (free: string, total: string) => `${free} free of ${total}`,
  diskFolder: 'Data folder',
  diskUsed: 'Other files',
  diskFree: 'Free',
  bucket: 'Object storage',
  bucketText: (place: string, size: string | null) =>
    size === null
      ? `Recordings and results are in ${place}.`
      : `Recordings and results are in ${place}: ${size}.`,
  diskLow: 'There is little space left. Recordings cannot be stored once the disk is full.',
  parts: {
    database: 'Database',
    recordings: 'Recordings and results',
    models: 'Models',
    work: 'Runs under way',
  },
  atLeast: (size: string) => `over ${size}`,
  memory: 'Memory',
  memoryText: (free: string, total: string) => `${free} free of ${total}`,
  memoryLimit: (limit: string) => `This container may use ${limit}.`,
  memoryApi: (size: string) => `The process that serves this page uses ${size}.`,
  cpu: 'Processor',
  cores: (count: number) => (count === 1 ? '1 core' : `${count} cores`),
  load: 'Load (1, 5, 15 min)',
  versions: 'Versions',
  assay: 'Assay',
  node: 'Node',
  platform: 'System',
  database: 'Database',
  since: 'Running since',
  programs: 'Programs',
  programsText: 'What Assay starts for its work. “assay doctor” checks the same from a terminal.',
  program: 'Program',
  state: 'State',
  detail: 'Found',
  advice: 'What to do',
  states: { ok: 'Found', warning: 'Missing, optional', missing: 'Missing' },
});

export const settingsTexts = inLanguage('settingsTexts', {
  title: 'Settings',
  description: 'Settings of the whole installation.',
  prices: 'Prices',
  pricesText:
    'In credits, for every client without prices of its own. Runs in progress keep the price they started with.',
  priceDefault: (credits: number) => `Left empty: ${credits}`,
  clientsWithOwn: (count: number) =>
    count === 0
      ? 'No client has prices of its own.'
      : count === 1
        ? 'One client has prices of its own and is not affected.'
        : `${count} clients have prices of their own and are not affected.`,
  saved: 'Prices saved',
});
