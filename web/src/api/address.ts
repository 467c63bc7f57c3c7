/** Where the APIs are. */

/** The gateway says in the page's head where the auth API is, when the options put it elsewhere. */
const authBase = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="tessera-auth"]')?.content || '/api/auth';

/** The path of a request that is named as `/auth/…` or `/billing/…`. */
export const addressOf = (url: string): string =>
  url.startsWith('/auth/') ? authBase() + url.slice('/auth'.length) : `/api${url}`;
