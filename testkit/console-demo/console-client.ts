/** The console's API, called as its pages call it. */
export interface ConsoleClient {
  /** Value of the session cookie. */
  session: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  /** As `ask`; throws unless the answer is a success. */
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  call(method: string, path: string, body?: unknown): Promise<any>;
}

export function createConsoleClient(url: string): ConsoleClient {
  const client: ConsoleClient = {
    session: undefined,
    async ask(method, path, body) {
      const isForm = body instanceof FormData;
      const answer = await fetch(`${url}/console/api${path}`, {
        method,
        headers: {
          'x-assay-console': '1',
          ...(client.session && { cookie: `assay_session=${client.session}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const value = /^assay_session=([^;]*)/.exec(cookie)?.[1];
        if (value !== undefined) client.session = value;
      }
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    async call(method, path, body) {
      const answer = await client.ask(method, path, body);
      if (answer.status >= 400) {
        throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      return answer.body;
    },
  };
  return client;
}
