/** Sending a caller elsewhere (contracts/auth.md, section 1.4). */
import type { Response } from 'express';
import { headerSafe } from './target.ts';

/** Ends the answer with a redirect; cookies that were set are kept. */
export const redirect = (res: Response, location: string): void => {
  res.status(302).setHeader('location', headerSafe(location));
  res.setHeader('content-type', 'application/json');
  res.end();
};
