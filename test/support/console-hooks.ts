import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { renderHook } from './render-hook.ts';

type Test = { after(end: () => unknown): void };

/** A hook of the console with what its pages hold of the server. */
export async function renderConsoleHook<Props, Result>(
  t: Test,
  useIt: (props: Props) => Result,
  initial: Props,
) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrap = (inner: ReactNode) => createElement(QueryClientProvider, { client: queries }, inner);
  const hook = await renderHook(t, useIt, initial, wrap);
  // Once the page is left: answers that no page shows would be kept for a while.
  t.after(() => queries.clear());
  return {
    queries,
    ...hook,
    /** Queries and mutations tell their news a moment later. */
    act: (deed: () => unknown) =>
      hook.act(async () => {
        await deed();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }),
  };
}

/** Puts something in the place of a global for one test. */
export function replaceGlobal(t: Test, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  t.after(() => {
    if (before) Object.defineProperty(globalThis, name, before);
    else Reflect.deleteProperty(globalThis, name);
  });
}

/** A stream of events whose other end is the test's. */
export class FakeEvents {
  static readonly CLOSED = 2;
  static opened: FakeEvents[] = [];
  onmessage: ((event: { data: string }) => void) | undefined;
  onerror: (() => void) | undefined;
  readyState = 1;
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    FakeEvents.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
  tell(event: object) {
    if (!this.isClosed) this.onmessage?.({ data: JSON.stringify(event) });
  }
  /** As a server that answers with a status instead of a stream. */
  refuse() {
    this.readyState = FakeEvents.CLOSED;
    this.onerror?.();
  }
  static replace(t: Test): FakeEvents[] {
    FakeEvents.opened = [];
    replaceGlobal(t, 'EventSource', FakeEvents);
    return FakeEvents.opened;
  }
}
