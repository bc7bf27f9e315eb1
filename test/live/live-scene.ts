import type { TestContext } from 'node:test';
import { openDatabase } from '#server/db/open-database.ts';
import type { WebRtcSettings } from '#server/live/media/webrtc.ts';
import { interviewLayer } from '#test/support/interview-layer.ts';
import { createGoingClock, listening, liveProcess } from '#test/support/live-process.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

export async function scene(
  t: TestContext,
  client: { credits?: number; maxConcurrentRuns?: number } = {},
  webRtc: WebRtcSettings | null = null,
) {
  const db = await openDatabase({ dataDir: await tempFolder(t), databaseUrl: null });
  const clock = createGoingClock();
  const layer = await interviewLayer({ db, t }, clock);
  const clientId = await layer.newClient(client);
  const process = await liveProcess(t, { live: layer.live, clock, webRtc });
  t.after(() => db.destroy());
  return { ...layer, db, clock, clientId, process };
}

/** An interview under way, its opening said. */
export async function begun(s: Awaited<ReturnType<typeof scene>>) {
  const invited = await s.invite(s.clientId);
  const page = await s.process.page(invited.token);
  await page.next('invitation');
  page.send({ type: 'begin', typed: false });
  await page.next('joined');
  await listening(page);
  return { ...invited, page };
}
