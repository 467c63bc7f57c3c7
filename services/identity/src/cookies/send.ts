import type { Response } from 'express';

/** Adds cookies to an answer, in their order. Called last, because an answer that fails sets none. */
export const sendCookies = (res: Response, setCookie: string[]): void => {
  if (setCookie.length > 0) res.append('set-cookie', setCookie);
};
