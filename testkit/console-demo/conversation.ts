import { wavOf } from '#server/domain/wav.ts';
import { createFlite } from '#server/engines/tts/flite.ts';
import { speechSampleRateHz } from '#server/engines/tts/port.ts';

const present = 'What do you do at present, and what brought you to this work?';
const wrong = 'Tell me of an event that nearly went wrong.';

/** What was to be asked. */
export const questions = [
  { number: 1, text: present, mustAsk: false },
  { number: 2, text: wrong, mustAsk: true },
  { number: 3, text: 'Why do you want to work with us?', mustAsk: false },
];

const lines = [
  ['interviewer', `Hello, and welcome. ${present}`, { asks: 'question', question: 1 }],
  ['candidate', 'I plan conferences for a hotel in Lisbon. I began at the front desk, six years ago.', {}],
  ['interviewer', `Thank you. ${wrong}`, { asks: 'question', question: 2 }],
  ['candidate', 'Our main speaker missed the flight. I moved two talks and called somebody I knew.', {}],
  ['interviewer', 'What came of it?', { asks: 'follow-up', question: 2 }],
  ['candidate', 'Nobody in the room noticed. The client booked again for the next year.', {}],
  ['interviewer', 'Thank you for your time. The hiring team will be in touch.', {}],
] as const;

const voices = { interviewer: 'slt', candidate: 'rms' } as const;
const gapMs = 700;

/** Two of this machine's voices talk with each other: the recording, and who said what when. */
export async function speakConversation() {
  const engine = createFlite();
  const { signal } = new AbortController();
  const spoken = await Promise.all(
    lines.map(async ([speaker, text, asked]) => {
      const request = { text, language: 'en', voice: voices[speaker], signal };
      const chunks = await Array.fromAsync(engine.speak(request));
      return {
        ...{ speaker, text, asked },
        pcm: Buffer.concat(
          chunks.map((chunk) => new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
        ),
      };
    }),
  );
  const bytesPerMs = (2 * speechSampleRateHz) / 1000;
  const gap = Buffer.alloc(gapMs * bytesPerMs);
  let endMs = 0;
  const turns = spoken.map(({ speaker, text, asked, pcm }) => {
    const startMs = endMs + gapMs;
    endMs = Math.round(startMs + pcm.length / bytesPerMs);
    return { speaker, text, startMs, endMs, ...asked };
  });
  const wav = wavOf(Buffer.concat(spoken.flatMap(({ pcm }) => [gap, pcm])));
  return { wav, turns, durationSec: Math.ceil(endMs / 1000) };
}
