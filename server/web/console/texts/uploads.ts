import type { ChosenFault } from '../pages/uploads/chosen.ts';
import { inLanguage } from './language.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Words of the page that takes recordings and CVs. */
export const uploadTexts = inLanguage('uploadTexts', {
  title: 'Upload',
  description:
    'Recordings of interviews and CVs, many at once. Each becomes an entry of its candidate; CVs can be found in CV search.',
  where: 'For which job?',
  pool: 'No job yet: keep them in the pool',
  poolHint: 'CVs are read free of charge, and CV search finds them for any job.',
  drop: 'Drop recordings and CVs here, or choose files',
  dropHere: 'Drop them here',
  dropHint: (cvMb: number, audioMb: number, most: number) =>
    `CVs as PDF or Word (DOCX) up to ${cvMb} MB, recordings up to ${audioMb} MB (MP3, M4A, WAV, OGG, FLAC, WebM), at most ${most} files at once`,
  action: 'Upload CVs and recordings',
  looking: (done: number, of: number) => `Looking at file ${done} of ${of} …`,
  tooMany: (most: number) => `Choose at most ${most} files at once. Nothing was sent.`,
  goesOn: (files: number) => `${count(files, 'file', 'files')} of an earlier upload go on.`,
  underWay: (files: number) => `Sending ${count(files, 'file', 'files')}`,
  kinds: { cv: 'CV', recording: 'Recording' },
  review: {
    title: (files: number) => `Upload ${count(files, 'file', 'files')}?`,
    table: 'Files to upload',
    columns: {
      send: 'Send',
      file: 'File',
      whose: 'Whose is it?',
      language: 'Language',
    },
    send: (fileName: string) => `Send ${fileName}`,
    whose: (fileName: string) => `Whose recording is ${fileName}?`,
    whoseHint: 'First and last name',
    language: (fileName: string) => `Language of ${fileName}`,
    allLanguages: 'Language of all recordings',
    inCv: 'Read from the CV',
    known: (date: string, person: string | null) =>
      person === null ? `Sent on ${date}` : `Sent on ${date}: ${person}`,
    twice: 'Chosen twice',
    leftOut: (files: number) => `${count(files, 'file is', 'files are')} left out:`,
    cost: (credits: number) =>
      credits === 0 ? 'This costs nothing.' : `This costs ${count(credits, 'credit', 'credits')}.`,
    costAtLeast: (credits: number, files: number) =>
      `This costs at least ${count(credits, 'credit', 'credits')}: your browser cannot tell how long ${count(files, 'recording is', 'recordings are')}.`,
    left: (available: number, left: number) =>
      `${available.toLocaleString('en')} are available; ${left.toLocaleString('en')} will be left.`,
    tooFew: (available: number) =>
      `Only ${count(available, 'credit is', 'credits are')} available. Leave files out, or have credits added.`,
    charged: 'Credits are charged once a file is scored; what fails costs nothing.',
    nobody: 'Recordings without a name are kept under “Recordings” and belong to no candidate.',
    confirm: (files: number, credits: number) =>
      credits === 0
        ? `Upload ${count(files, 'file', 'files')}`
        : `Upload ${count(files, 'file', 'files')} for ${count(credits, 'credit', 'credits')}`,
    nothing: 'Choose at least one file to send.',
  },
  faults: {
    unknown: 'Neither a CV nor a recording. Save the CV as PDF or DOCX.',
    empty: 'The file is empty.',
    tooLarge: 'The file is too large.',
    tooShort: 'The recording is too short to be scored.',
    tooLong: 'The recording is too long.',
  } satisfies Record<ChosenFault, string>,
  lists: {
    none: 'Nothing was uploaded in the last days.',
    forJob: (title: string) => `For ${title}`,
    forPool: 'Into the pool',
    ofJob: (files: number) => `Uploaded: ${count(files, 'file', 'files')}`,
    untitledJob: 'Untitled job',
    by: (author: string) => `by ${author}`,
    counts: (done: number, of: number) => `${done.toLocaleString('en')} of ${of.toLocaleString('en')} done`,
    failed: (files: number) => `Needs you: ${count(files, 'file', 'files')}`,
    waiting: 'Waits for its turn',
    notSent: 'Not sent: the page was left before. Choose the file again to go on.',
    chooseAgain: 'Choose the file again to send it.',
    sending: (percent: number) => `Sending, ${percent} %`,
    progressOf: (fileName: string) => `Upload of ${fileName}`,
    sendOtherCv: 'Save the CV as PDF or DOCX and upload that file.',
    sendOtherRecording: 'Upload another recording.',
    again: 'Try again',
    againLabel: (fileName: string) => `Try ${fileName} again`,
    scored: 'Scored',
    read: 'Read',
    clear: 'Take off the list',
    clearHint: 'What was made of the files stays.',
    noName: 'To the candidate',
    noFileName: 'File name no longer kept',
  },
});
