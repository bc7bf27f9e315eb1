import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { audioFormats } from '../../../testkit/audio-formats.ts';
import { repeatedOggS, repeatingMp4, silentOpus } from '../../../testkit/hostile-media.ts';
import { hostilePdfs } from '../../../testkit/hostile-pdfs.ts';
import { pdfOf } from '../../../testkit/pdf-writer.ts';
import { sampleRecording } from '../../../testkit/sample-recording.ts';
import { silentWav } from '../../../testkit/silent-wav.ts';

/** Larger ones take their time to send and to change, and show nothing else. */
const mostBytes = 3 * 1024 ** 2;

const filesOf = (folder: string): Buffer[] =>
  globSync(join(folder, '**/*'))
    .sort()
    .filter((path) => statSync(path).isFile() && statSync(path).size <= mostBytes)
    .map((path) => readFileSync(path));

/** Recordings that would be accepted as they are, in every container. */
export async function wholeRecordings(): Promise<Buffer[]> {
  const made: Buffer[] = [silentWav(185), await sampleRecording({ speechSeconds: 50 })];
  for (const { file, options, benchOnly } of audioFormats) {
    if (benchOnly || options === '-c copy' || /pcm_(?:s24|s32|f32)/.test(options)) continue;
    const isLean = /pcm|flac/.test(options);
    made.push(
      await sampleRecording({ speechSeconds: 6, file, options: isLean ? `${options} -ar 8000` : options }),
    );
  }
  return made.filter(({ length }) => length <= mostBytes);
}

export const oddMedia = (data: string): Buffer[] => [
  ...filesOf(join(data, 'media')),
  repeatedOggS(1024 ** 2),
  silentOpus(0.06),
  repeatingMp4(200_000),
];

const cvText = [
  'Maria Example',
  'Accountant, maria@example.com',
  'Work experience',
  'Accountant, Example Ltd, 03/2019 - 11/2024',
  'General ledger, SQL, Excel',
  'Education: Bachelor of Accounting, 2018',
  'Languages: English C1',
];

/** `hostile`: made to exhaust a reader; sent as they are. */
export const oddPdfs = (data: string): { files: Buffer[]; hostile: (() => Buffer)[] } => ({
  files: [
    ...filesOf(join(data, 'pdf')).filter((bytes) => bytes.length > 0),
    ...Array.from({ length: 40 }, (_, index) =>
      pdfOf([cvText.map((text, line) => ({ text: `${text}${index}`, x: 50, y: 60 + 20 * line }))]),
    ),
  ],
  hostile: hostilePdfs.map(([, make]) => make),
});
