/** Addresses of the APIs. */

/** The gateway writes the auth API's address into the page's head when the options move it. */
const authBase = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="tessera-auth"]')?.content || '/api/auth';

/** The path of a request to `/auth/…` or `/billing/…`. */
export const addressOf = (url: string): string =>
  url.startsWith('/auth/') ? authBase() + url.slice('/auth'.length) : `/api${url}`;
