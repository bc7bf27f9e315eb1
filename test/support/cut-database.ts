import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a PostgreSQL server that can be cut, as by its restart: connections are lost, new ones are refused. */
export async function cuttableWay(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;

  const open = async () => {
    server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => sockets.delete(one));
        one.pipe(other);
      }
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as { port: number }).port;
  };
  /** As when a cable is pulled and the server has given the client up, of which the client knows nothing. */
  const freeze = () => {
    for (const socket of sockets) {
      socket.unpipe();
      if (socket.remotePort === Number(target.port)) {
        socket
          .removeAllListeners('close')
          .removeAllListeners('error')
          .on('error', () => undefined);
        socket.destroy();
        sockets.delete(socket);
      }
    }
  };
  const cut = () => {
    server?.close();
    for (const socket of sockets) socket.destroy();
  };
  await open();
  const url = new URL(databaseUrl);
  url.port = String(port);
  return { url: url.href, cut, freeze, restore: open };
}
