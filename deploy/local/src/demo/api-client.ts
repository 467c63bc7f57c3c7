import { setTimeout as delay } from 'node:timers/promises';

/** Thrown when the API refuses a request; carries the status and the start of the response body. */
export class ApiError extends Error {
  readonly status: number;
  constructor(request: string, status: number, body: string) {
    super(`${request} was answered ${status}: ${body.slice(0, 500)}`);
    this.status = status;
  }
}

/** A client of the public API, either like a browser (with cookies) or like a server (with a token). */
export type ApiClient = {
  call: <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Returns a client of the same API that authenticates with an access token. */
  withToken: (token: string) => ApiClient;
};

const ATTEMPTS = 5;

const keepCookies = (jar: Map<string, string>, response: Response): void => {
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';');
    const cut = pair.indexOf('=');
    jar.set(pair.slice(0, cut), pair.slice(cut + 1));
  }
};

const headersFor = (origin: string, jar: Map<string, string>, token: string | undefined) => {
  const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    'content-type': 'application/json',
    ...(token === undefined ? { origin, ...(cookies === '' ? {} : { cookie: cookies }) } : {}),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
};

/** The delay that a rate-limited caller is asked to wait, in milliseconds. */
const waitFor = (response: Response): number => {
  const header = response.headers.get('retry-after') ?? response.headers.get('x-retry-after');
  return (Number(header ?? 1) || 1) * 1000;
};

/** Creates a client of the API at `url`. `origin` is the origin that a browser would send. */
export const createApiClient = (url: string, origin: string, token?: string): ApiClient => {
  const jar = new Map<string, string>();
  const send = async (method: string, path: string, body: unknown): Promise<Response> => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: headersFor(origin, jar, token),
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    keepCookies(jar, response);
    return response;
  };
  return {
    call: async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
      for (let attempt = 1; ; attempt += 1) {
        const response = await send(method, path, body);
        const text = await response.text();
        if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as Reply;
        if (response.status !== 429 || attempt === ATTEMPTS) {
          throw new ApiError(`${method} ${path}`, response.status, text);
        }
        await delay(waitFor(response));
      }
    },
    withToken: (other) => createApiClient(url, origin, other),
  };
};
