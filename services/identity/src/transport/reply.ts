/** What an answer carries besides its body. */
import type { Response } from 'express';
import { headerSafe } from './target.ts';

/** Adds cookies to an answer, in their order. Called last, because an answer that fails sets none. */
export const sendCookies = (res: Response, setCookie: string[]): void => {
  if (setCookie.length > 0) res.append('set-cookie', setCookie);
};

/** Sends the caller elsewhere (contracts/auth.md, section 1.4); cookies that were set are kept. */
export const redirect = (res: Response, location: string): void => {
  res.status(302).setHeader('location', headerSafe(location));
  res.setHeader('content-type', 'application/json');
  res.end();
};
