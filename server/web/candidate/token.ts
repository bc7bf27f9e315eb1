const key = 'assay-interview';

interface Kept {
  token: string;
  /** Answers were typed when the page was left. */
  isTyping: boolean;
}

/**
 * Takes the token out of the address, so that it is neither seen over a shoulder nor copied with the address, and in no history.
 *
 * It is kept for reloads of this tab, in sessionStorage: that is read by pages of this server only, all of which are ours, and ends
 * with the tab. By itself it does not let a person in: once the interview has a device, the server also wants that device's cookie, which no
 * script can read.
 *
 * @returns null when neither address nor tab has one
 */
export function takeToken({
  location,
  history,
  storage,
}: {
  location: Pick<Location, 'hash' | 'pathname'>;
  history: Pick<History, 'replaceState'>;
  storage: () => Pick<Storage, 'getItem' | 'setItem'>;
}): Kept | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('t');
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  if (token) {
    const kept = { token, isTyping: false };
    keep(storage, kept);
    return kept;
  }
  try {
    return JSON.parse(storage().getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/** Where a browser forbids storage, a reload asks for the link again; nothing else is lost. */
export function keep(storage: () => Pick<Storage, 'setItem'>, kept: Kept): void {
  try {
    storage().setItem(key, JSON.stringify(kept));
  } catch {}
}
