/** A child of a supervisor that behaves as its name says. */
const role = process.argv[process.argv.indexOf('--role') + 1];
const behaviour = process.env[`BEHAVIOUR_${role}`] ?? 'serve';

process.on('disconnect', () => process.exit(1));
if (behaviour === 'crash') process.exit(3);
if (behaviour === 'hopeless') process.exit(78);
if (behaviour !== 'deaf') process.on('SIGTERM', () => process.exit(0));
else process.on('SIGTERM', () => undefined);
process.send?.({ type: 'serving', url: `http://127.0.0.1/${role}` }, () => {
  if (behaviour === 'renew') process.exit(75);
});
setInterval(() => undefined, 1000);
