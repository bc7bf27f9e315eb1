import { execFileSync } from 'node:child_process';

/** Machines in network namespaces of this one, behind one bridge. Needs root, iproute2 and util-linux. */
export interface Network {
  /** Of this machine, at the bridge. */
  readonly own: string;
  /** @returns its address, and the words of a command that runs something there, under its name as the host's */
  add(name: string): { address: string; within: string[] };
  /** As when its cable is pulled: nothing comes or goes, and neither end is told. */
  cut(name: string): void;
  restore(name: string): void;
  remove(): void;
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

export function createNetwork(): Network {
  const id = String(process.pid % 10_000);
  const bridge = `asy${id}`;
  const net = `10.77.${process.pid % 250}`;
  const machines = new Map<string, { namespace: string; port: string }>();
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${net}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  return {
    own: `${net}.1`,
    add(name) {
      const number = machines.size + 2;
      const namespace = `${bridge}-${name}`;
      const port = `v${id}-${number}`;
      const address = `${net}.${number}`;
      ip('netns', 'add', namespace);
      machines.set(name, { namespace, port });
      ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
      ip('link', 'set', port, 'master', bridge, 'up');
      ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', namespace, 'link', 'set', 'eth0', 'up');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
      const named = ['unshare', '--uts', 'sh', '-c', `hostname ${name}; exec "$@"`, 'sh'];
      return { address, within: ['ip', 'netns', 'exec', namespace, ...named] };
    },
    cut: (name) => void ip('link', 'set', machines.get(name)!.port, 'nomaster'),
    restore: (name) => void ip('link', 'set', machines.get(name)!.port, 'master', bridge),
    remove() {
      for (const { namespace } of machines.values()) ip('netns', 'del', namespace);
      ip('link', 'del', bridge);
    },
  };
}
