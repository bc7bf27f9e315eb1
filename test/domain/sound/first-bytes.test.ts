import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { noRecording } from '#server/domain/sound/first-bytes.ts';
import { ffmpeg } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

let folder: string;
before(async (t) => {
  folder = await tempFolder(t as never);
  await mkdir(folder, { recursive: true });
  await ffmpeg(`-f lavfi -i sine=300:duration=2 ${folder}/a.wav`);
});

const headOf = async (options: string): Promise<Buffer> => {
  const file = `${folder}/made`;
  await ffmpeg(`-i ${folder}/a.wav ${options} ${file}`);
  return (await readFile(file)).subarray(0, 65_536);
};

test('no recording is taken for something else by its first bytes', async () => {
  for (const options of [
    '-f mp3 -write_xing 0 -id3v2_version 0',
    '-f mp3',
    '-f wav',
    '-f wav -rf64 always',
    '-c:a aac -f ipod',
    '-c:a aac -f mp4 -movflags +faststart',
    '-c:a aac -f mov',
    '-c:a libopus -ar 48000 -f webm',
    '-c:a flac -f matroska',
    '-c:a libvorbis -f ogg',
    '-f flac',
  ]) {
    assert.equal(noRecording(await headOf(options)), undefined, options);
  }
  for (const text of ['', 'audio 240000', 'Dear Sir', '\u0000\u0000\u0000']) {
    assert.equal(noRecording(Buffer.from(text)), undefined, text);
  }
});

test('pictures of chapters make no film by its first bytes', async () => {
  const pictures =
    '-f lavfi -i testsrc=size=64x64:rate=0.5:duration=4 -map 0:a -map 1:v -c:v mjpeg -movflags +faststart';
  for (const options of [`${pictures} -c:a aac -f mov`, `${pictures} -c:a aac -f mp4`]) {
    assert.equal(noRecording(await headOf(options)), undefined, options);
  }
});

test('films whose tracks are listed first are videos', async () => {
  const film = (coding: string) =>
    `-f lavfi -i testsrc=size=64x64:rate=5:duration=2 -map 0:a -map 1:v -c:v ${coding}`;
  for (const options of [
    `${film('libx264')} -c:a aac -f mp4 -movflags +faststart`,
    `${film('libvpx-vp9')} -c:a libopus -ar 48000 -f webm`,
    `${film('mpeg4')} -c:a flac -f matroska`,
    `${film('mpeg4')} -c:a mp3 -f avi`,
    `${film('flv')} -c:a mp3 -ar 44100 -f flv`,
    `${film('mpeg2video')} -r 25 -c:a mp2 -ar 44100 -f mpeg`,
  ]) {
    assert.match(noRecording(await headOf(options)) ?? '', /is a video/, options);
  }
});

for (const [title, head] of [
  ['a PDF', '%PDF-1.7'],
  ['a ZIP or an Office file', 'PK\u0003\u0004'],
  ['a PNG', '\u0089PNG\r\n\u001a\n'],
  ['a JPEG', '\u00ff\u00d8\u00ff\u00e0'],
  ['a page', '  <!DOCTYPE html>'],
  ['an older Word file', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
] as const) {
  test(`${title} is no recording`, () => {
    assert.match(noRecording(Buffer.from(head, 'latin1')) ?? '', /not MP3, WAV/);
  });
}
