const KEY = 'assay.client';

/** The client that was open last, in this browser; for the start page and for pages that belong to none. */
export function lastClientId(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined;
}

export function rememberClient(clientId: string): void {
  localStorage.setItem(KEY, clientId);
}
