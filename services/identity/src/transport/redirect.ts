/** Sending a caller elsewhere (contracts/auth.md, section 1.4). */
import type { Response } from 'express';

/** Ends the answer with a redirect; cookies that were set are kept. */
export const redirect = (res: Response, location: string): void => {
  // A trusted address may hold characters that a header may not.
  const isPlain = /^[\x21-\x7e]*$/.test(location);
  res.status(302).setHeader('location', isPlain ? location : (URL.parse(location)?.href ?? '/'));
  res.setHeader('content-type', 'application/json');
  res.end();
};

/** An address with what went wrong. */
export const withError = (target: string, error: string): string =>
  `${target}${target.includes('?') ? '&' : '?'}error=${error}`;
