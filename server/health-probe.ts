/**
 * The container's health check: `node health-probe.ts http://127.0.0.1:8080` ends with 0 when the server there
 * says that it is healthy. A program of its own because it runs every half minute: it loads nothing else.
 */
const answer = await fetch(`${process.argv[2]}/api/v1/health`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
await answer?.body?.cancel();
