import { parentPort, workerData } from 'node:worker_threads';
import { newDevice, openPage } from '../../../testkit/interview/page-client.ts';

/** A candidate who hums through an interview, in a thread of their own. Tells `joined`, `ended`, `closed`; is told `stop`. */
const { url, token } = workerData as { url: string; token: string };
const sampleRateHz = 16_000;
const port = parentPort!;

const page = await openPage(url, { device: newDevice() });
page.send({ type: 'hello', token });
await page.next('invitation', { withinMs: 120_000 });
page.send({ type: 'begin', typed: false });
await page.next('joined');
port.postMessage('joined');
let isOver = false;
void page.closed.then(() => {
  isOver = true;
  if (page.messages.some(({ type }) => type === 'ended')) port.postMessage('ended');
  port.postMessage('closed');
  port.close();
});
let isWanted = true;
port.once('message', () => {
  isWanted = false;
});
const second = Int16Array.from(
  { length: sampleRateHz },
  (_, at) => 5000 * Math.sin((at * 2 * Math.PI * 200) / sampleRateHz),
);
for (let seconds = 0; isWanted && !isOver; seconds++) {
  // Often enough not to be taken for gone, and so seldom that the questions last.
  if (seconds % 55 === 0) page.send({ type: 'say', text: 'I have worked in a bakery for ten years.' });
  // A page that was closed speaks for ever.
  await Promise.race([page.speak(second), page.closed]);
}
if (!isOver) page.send({ type: 'end' });
