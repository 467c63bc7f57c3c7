/** Who is on the other end, as a session remembers it (contracts/auth.md, section 5), and the language of their mails. */
import { isIPv4 } from 'node:net';
import { requestedLanguage } from '@tessera/kit/request-language';
import type { Request } from 'express';
import type { IdentityOptions } from '../options.ts';

export type Client = {
  ipAddress: string;
  userAgent: string;
  /** Whose guesses are counted: known also where sessions do not keep it. */
  address: string;
};

/** Address and user agent of a request; empty texts when unknown. */
export const clientOf = (req: Request, { ipAddress }: IdentityOptions['advanced']): Client => {
  const address = addressOf(req, ipAddress.ipAddressHeaders);
  return {
    ipAddress: ipAddress.disableIpTracking ? '' : address,
    userAgent: req.get('user-agent') ?? '',
    address,
  };
};

const addressOf = (req: Request, headers: readonly string[]): string => {
  for (const header of headers) {
    const first = req.get(header)?.split(',')[0]?.trim() ?? '';
    if (isIPv4(first) || /^(?:[\da-f]{1,4}:){7}[\da-f]{1,4}$/i.test(first)) return first;
  }
  return '';
};

/** Those in which mails are written. */
const languages = ['en', 'de'];

/** The language in which the present request wants its mail; empty: none of ours. */
export const mailLanguage = (): string => requestedLanguage(languages);
