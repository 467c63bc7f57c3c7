import { setTimeout as delay } from 'node:timers/promises';

/** What the API refused, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  constructor(request: string, status: number, body: string) {
    super(`${request} was answered ${status}: ${body.slice(0, 500)}`);
    this.status = status;
  }
}

/** Calls the public API as a browser (with its cookies) or as a server (with a token) would. */
export type ApiClient = {
  call: <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>;
  /** The same API for the holder of an access token. */
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

/** How long a refused caller is asked to wait, in milliseconds. */
const waitFor = (response: Response): number => {
  const header = response.headers.get('retry-after') ?? response.headers.get('x-retry-after');
  return (Number(header ?? 1) || 1) * 1000;
};

/** A client of the API at `url`; `origin` is the address under which a browser would know it. */
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
