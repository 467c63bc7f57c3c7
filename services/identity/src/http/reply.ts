/** What an answer carries besides its body: cookies, and where it sends the caller. */
import type { Response } from 'express';

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

/** Adds parameters to an address, absolute or relative, before its fragment. */
export const withParameters = (target: string, parameters: Record<string, string | undefined>): string => {
  const [address = '', fragment] = target.split('#', 2);
  const query = Object.entries(parameters)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  const joined = `${address}${address.includes('?') ? '&' : '?'}${query}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
};

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** An address as a header may hold it. */
export const headerSafe = (target: string): string =>
  /^[\x21-\x7e]*$/.test(target) ? target : (URL.parse(target)?.href ?? '/');
