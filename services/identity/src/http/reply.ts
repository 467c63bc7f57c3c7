/** Response helpers: cookies and redirects. */
import type { Response } from 'express';

/** Appends cookies to a response, in order. Call it last, so that failing requests set none. */
export const sendCookies = (res: Response, setCookie: string[]): void => {
  if (setCookie.length > 0) res.append('set-cookie', setCookie);
};

/** Redirects the caller (contracts/auth.md, section 1.4); keeps cookies that were set. */
export const redirect = (res: Response, location: string): void => {
  res.status(302).setHeader('location', headerSafe(location));
  res.setHeader('content-type', 'application/json');
  res.end();
};

/** Adds query parameters to an absolute or relative URL, before its fragment. */
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

/** Encodes a URL so that a header can hold it. */
export const headerSafe = (target: string): string =>
  /^[\x21-\x7e]*$/.test(target) ? target : (URL.parse(target)?.href ?? '/');
