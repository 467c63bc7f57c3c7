/** The client of a request, as sessions store it (contracts/auth.md, section 5), and the language of its mails. */
import { isIPv4 } from 'node:net';
import { requestedLanguage } from '@tessera/kit/text/request-language';
import type { Request } from 'express';
import type { IdentityOptions } from '../options.ts';

export type Client = {
  ipAddress: string;
  userAgent: string;
  /** The client's address for the login throttle, known even if sessions do not store it. */
  address: string;
};

/** Returns address and user agent of a request; empty if unknown. */
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

/** The languages of mails. */
const languages = ['en', 'de'];

/** Returns the language for mails that the current request asks for; empty: none of the supported ones. */
export const mailLanguage = (): string => requestedLanguage(languages);
