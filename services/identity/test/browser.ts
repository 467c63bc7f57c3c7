/** A minimal browser for tests: sends requests and keeps cookies. */

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
export type Answer = { status: number; headers: Headers; text: string; body: any; setCookie: string[] };

type Sending = { body?: unknown; headers?: Record<string, string> };

export type Browser = ReturnType<typeof createBrowser>;

/** Creates a browser without cookies. Bodies are sent as JSON, unless they are text or forms. */
export const createBrowser = (base: string) => {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  const keep = (setCookie: string[]) => {
    for (const line of setCookie) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0(;|$)/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
  };

  const send = async (method: string, path: string, { body, headers }: Sending = {}): Promise<Answer> => {
    const isText = typeof body === 'string' || body instanceof FormData || body instanceof URLSearchParams;
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': contentType(body) }),
        ...(cookies.size > 0 && { cookie: header() }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const setCookie = response.headers.getSetCookie();
    keep(setCookie);
    return { status: response.status, headers: response.headers, text, body: parse(text), setCookie };
  };

  return { cookies, header, keep, send };
};

const contentType = (body: unknown): string =>
  body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
