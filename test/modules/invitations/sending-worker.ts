import { createMailsOfInvitations } from '#server/app/services.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createSmtpSender } from '#server/engines/mail/smtp.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';

/** A worker that sends what is due, as a process of its own: `DATA_DIR PORT MS`. Says how each mail ended. */
const [dataDir = '', port, laterMs] = process.argv.slice(2);
const db = await openDatabase({ dataDir, databaseUrl: null });
const clock = createMovingClock();
clock.advance(Number(laterMs));
const mails = createMailsOfInvitations(
  createDataLayer(db, clock),
  {
    mail: {
      ...{ host: '127.0.0.1', port: Number(port), isTls: false, requireTls: false, login: null },
      from: { name: 'Acme', address: 'jobs@acme.example' },
    },
    publicUrl: 'https://assay.example',
  },
  createSmtpSender,
);
const ends = await mails.send('worker', new AbortController().signal);
console.log(JSON.stringify(ends.map(({ status }) => status)));
await db.destroy();
