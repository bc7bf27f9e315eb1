/** How files begin that are no sound, whatever their name: marks, and how many bytes before them do not count. A recording may begin with anything else. */
const foreignMarks: readonly [before: number, marks: readonly string[]][] = [
  [0, ['%PDF-', 'PK\x03\x04', 'PK\x05\x06', '\x89PNG\r\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', '{\\rtf']],
  [0, ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '\x1f\x8b\x08', 'Rar!', '7z\xbc\xaf\x27\x1c', '\x7fELF']],
  [4, ['ftypavif', 'ftypavis', 'ftypheic', 'ftypheix', 'ftypmif1']],
  [8, ['WEBPVP8']],
];
const markupBeginning = /^\s*<(!doctype|html|\?xml|svg)/i;

/** Likewise of files with moving pictures. */
const filmMarks: readonly [before: number, marks: readonly string[]][] = [
  [0, ['FLV\x01', '\x00\x00\x01\xba', '\x00\x00\x01\xb3']],
  [8, ['AVI LIST']],
];
/** Matroska names the coding of each track, MP4 its kind; the list of tracks may be among the first bytes. */
const matroska = '\x1a\x45\xdf\xa3';
const matroskaFilm = /V_(VP8|VP9|AV1|MPEG|THEORA|MS\/VFW)/;
const mp4Film = /stsd[\s\S]{12}(avc[13]|hvc1|hev1|av01|vp0[89])/;

/**
 * Why a file cannot be a recording, as far as its first bytes tell; undefined where they leave it open.
 *
 * @param head as many bytes as there are at hand
 */
export function noRecording(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  const begins = (lists: typeof foreignMarks) =>
    lists.some(([before, marks]) => marks.some((mark) => text.startsWith(mark, before)));
  if (
    begins(filmMarks) ||
    (text.startsWith(matroska) && matroskaFilm.test(text)) ||
    (text.startsWith('ftyp', 4) && mp4Film.test(text))
  ) {
    return 'The file is a video; send its sound track alone.';
  }
  return begins(foreignMarks) || markupBeginning.test(text)
    ? 'The file is not MP3, WAV, M4A, WebM, OGG or FLAC audio.'
    : undefined;
}
