import { promises as dns } from 'node:dns';
import { seconds } from '../../time.ts';

/** Per question to one name server. */
const QUESTION_TIMEOUT_MS = seconds(2);
const QUESTION_TRIES = 2;
/** A name with more addresses than this is no ordinary receiver. */
const MAX_ADDRESSES = 32;

/** All addresses of a name, IPv4 and IPv6; throws when it has none or no name server answers. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers directly and without threads: `getaddrinfo` would hold one of the few threads that file
 * access needs, too, for as long as a stranger's name server likes.
 *
 * @param nameServers "address:port" in place of the machine's own
 * @param readHostsFile also ask the operating system (hosts file, search domains) for names that DNS does not know;
 *   meant for receivers within one's own network
 */
export function createHostResolver({
  nameServers,
  readHostsFile = false,
}: {
  nameServers?: readonly string[];
  readHostsFile?: boolean;
} = {}): ResolveHost {
  return async (hostname, signal) => {
    const resolver = new dns.Resolver({ timeout: QUESTION_TIMEOUT_MS, tries: QUESTION_TRIES });
    if (nameServers) resolver.setServers(nameServers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > MAX_ADDRESSES) throw new Error(`It has ${addresses.length} addresses.`);
      if (addresses.length > 0) return addresses;
      if (readHostsFile && !signal.aborted) {
        const found = await Promise.race([dns.lookup(hostname, { all: true }), rejectionOn(signal)]);
        return found.map(({ address }) => address);
      }
      const refused = answers.find((answer) => answer.status === 'rejected');
      throw refused ? refused.reason : new Error('It has no address.');
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** The operating system's own search cannot be called off, only left behind. */
function rejectionOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
