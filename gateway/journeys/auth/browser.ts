/** A browser: its cookies, and the unmodified client of the contract with all of its plugins in it. */
import { createAuthClient } from 'better-auth/client';
import {
  adminClient,
  multiSessionClient,
  organizationClient,
  usernameClient,
} from 'better-auth/client/plugins';
import { type CookieJar, createCookieJar } from '../support/clients.ts';
import { noteAnswer } from './answers.ts';

type Options = {
  plugins: [
    ReturnType<typeof usernameClient>,
    ReturnType<typeof adminClient<object>>,
    ReturnType<typeof multiSessionClient>,
    ReturnType<typeof organizationClient<object>>,
  ];
  baseURL: string;
  fetchOptions: { customFetchImpl: typeof fetch };
};
/** Its own inferred type cannot be named. */
export type AuthClient = ReturnType<typeof createAuthClient<Options>>;

/** What the client answers to a call. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
export type Reply = { data: any; error: { status: number; code?: string; message?: string } | null };

/** An answer as a browser gets it. */
export type Seen = {
  status: number;
  headers: Headers;
  /** Where it is sent to; null: nowhere. */
  location: string | null;
  text: string;
};

/** What a request says besides; `body` is sent as it is, `cookie` in place of the browser's own. */
export type Own = { method?: string; headers?: Record<string, string>; body?: BodyInit; cookie?: string };

export type Browser = {
  client: AuthClient;
  jar: CookieJar;
  /** What the client posts when it is given this body, whatever its types say. */
  post: (path: string, body?: unknown, own?: { headers?: Record<string, string> }) => Promise<Reply>;
  /** A request below /api/auth, or of an address: no redirect is followed. */
  ask: (path: string, own?: Own) => Promise<Seen>;
  /** The Set-Cookie lines of the latest answer, with values left out. */
  cookies: () => string[];
  /** The same with their values. */
  setCookie: () => string[];
};

/** A new browser that reads pages of the system at `url`. */
export const createBrowser = (url: string): Browser => {
  const jar = createCookieJar();
  let latest: string[] = [];
  const send = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    if (method !== 'GET' && !headers.has('origin')) headers.set('origin', url);
    const fetched = headers.has('cookie') ? fetch : jar.fetch;
    const response = await fetched(input, { ...init, headers, redirect: 'manual' });
    latest = response.headers.getSetCookie();
    await noteAnswer(method, String(input instanceof Request ? input.url : input), response);
    return response;
  };
  const client: AuthClient = createAuthClient<Options>({
    baseURL: url,
    plugins: [usernameClient(), adminClient<object>(), multiSessionClient(), organizationClient<object>()],
    fetchOptions: { customFetchImpl: send },
  });
  const call = client.$fetch as unknown as (path: string, options: object) => Promise<Reply>;
  return {
    client,
    jar,
    post: (path, body, own = {}) => call(path, { method: 'POST', body, ...own }),
    ask: async (path, { method = 'GET', headers = {}, body, cookie } = {}) => {
      const response = await send(path.startsWith('http') ? path : `${url}/api/auth${path}`, {
        method,
        headers: { ...headers, ...(cookie !== undefined && { cookie }) },
        ...(body !== undefined && { body }),
      });
      const { status } = response;
      const location = response.headers.get('location');
      return { status, headers: response.headers, location, text: await response.text() };
    },
    cookies: () => latest.map(withoutValue),
    setCookie: () => latest,
  };
};

/** `tessera.session_token=…; Max-Age=604800; …`; an emptied cookie keeps its empty value. */
const withoutValue = (line: string): string =>
  line.replace(/_multi-[a-z0-9]+=/i, '_multi-…=').replace(/^([^=]*)=[^;]+/, '$1=…');
