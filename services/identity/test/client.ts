/** The contract's unmodified client with its plugins and its own cookies, and signed-up users. */
import { eventually } from '@tessera/kit/test/eventually';
import { createAuthClient } from 'better-auth/client';
import { adminClient, multiSessionClient, usernameClient } from 'better-auth/client/plugins';
import { type Browser, createBrowser } from './browser.ts';
import { type IdentityStack, person, publicUrl } from './factories.ts';

type Options = {
  plugins: [
    ReturnType<typeof usernameClient>,
    ReturnType<typeof adminClient<object>>,
    ReturnType<typeof multiSessionClient>,
  ];
};
type ClientOptions = { baseURL: string; fetchOptions: { customFetchImpl: typeof fetch } };
type AuthClient = ReturnType<typeof createAuthClient<Options & ClientOptions>>;

/** A client and the browser that keeps its cookies. */
export type Agent = {
  client: AuthClient;
  browser: Browser;
  last: { setCookie: string[] };
  /** Names of the cookies that the last call set. */
  names: () => string[];
};

/** Creates a client whose cookies are kept; `last` is the response to its last call. */
export const createClient = (base: string): Agent => {
  const browser = createBrowser(base);
  const last: { setCookie: string[]; response: Response | undefined } = {
    setCookie: [],
    response: undefined,
  };
  const customFetchImpl: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', publicUrl);
    if (browser.cookies.size > 0) headers.set('cookie', browser.header());
    const response = await fetch(input, { ...init, headers, redirect: 'manual' });
    last.setCookie = response.headers.getSetCookie();
    browser.keep(last.setCookie);
    return response;
  };
  const client: AuthClient = createAuthClient<Options & ClientOptions>({
    baseURL: base,
    plugins: [usernameClient(), adminClient<object>(), multiSessionClient()],
    fetchOptions: { customFetchImpl },
  });
  return { client, browser, last, names: () => last.setCookie.map((line) => line.split('=')[0] ?? '') };
};

/** A signed-up user: their client, their sign-up fields, user id and session token (empty: not signed in). */
export type SignedUp = Agent & ReturnType<typeof person> & { id: string; token: string };

/** Signs a new user up, which also signs them in unless the options forbid it. */
export const signUp = async (base: string, own: Record<string, unknown> = {}): Promise<SignedUp> => {
  const someone = person(own);
  const agent = createClient(base);
  const { data, error } = await agent.client.signUp.email(someone);
  if (error) throw new Error(`sign-up failed: ${JSON.stringify(error)}`);
  return { ...agent, ...someone, id: data.user.id, token: data.token ?? '' };
};

/** Waits for the first mail of a type to an address. */
export const mailTo = (started: IdentityStack, email: string, type: string) =>
  eventually(() => {
    const mail = started.mails.find((mail) => mail.to === email && mail.type === type);
    if (!mail) throw new Error(`no ${type} mail to ${email}`);
    return { ...mail, url: new URL(mail.url ?? ''), token: mail.token ?? '' };
  });

/** Returns the path and query of a mail's link, relative to the auth API. */
export const pathOf = (url: URL): string => url.pathname.replace('/api/auth', '') + url.search;
