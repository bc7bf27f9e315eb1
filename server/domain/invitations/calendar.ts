/** What a calendar is told of a deadline. */
export interface CalendarEntry {
  /** The same for every link of an invitation, so that a newer entry takes the older one's place. */
  uid: string;
  /** 1, and one more with each newer entry. */
  version: number;
  title: string;
  text: string;
  /** ISO 8601 UTC. */
  at: string;
  madeAt: string;
}

/** A file after RFC 5545 to be imported (no message after RFC 5546, which would need an organizer), with one moment and an alarm a day before. The link is not in it: calendars are read by others. */
export function calendarFile({ uid, version, title, text, at, madeAt }: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Assay//Invitations//EN',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${stamp(madeAt)}`,
    `DTSTART:${stamp(at)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    // It takes none of the day.
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    `DESCRIPTION:${escaped(title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const stamp = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

const MOST_BYTES = 75;

/** A line of at most 75 bytes goes on behind a blank; no letter is cut. */
function folded(line: string): string {
  let out = '';
  let bytes = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (bytes + size > MOST_BYTES) {
      out += '\r\n ';
      bytes = 1;
    }
    out += letter;
    bytes += size;
  }
  return out;
}
