/**
 * The browser in which a customer connects an account, by a cookie. Only there the platform's answer is accepted: else
 * somebody could send the platform's link to another person, whose account would become theirs (RFC 6749, 10.12).
 */
import { randomText } from '@tessera/kit/secrets';
import { connectingCookie } from '@tessera/proto/api/billing/integration';
import { readCookie } from '@tessera/proto/api/identity/cookie-header';
import type { Request, Response } from 'express';

const form = /^[\w-]{32}$/;

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** Returns the secret that this browser presents; null: it has none. */
export const browserOf = (req: Request, publicUrl: string): string | null => {
  const secret = readCookie(req.get('cookie'), connectingCookie(isSecure(publicUrl)));
  return secret !== undefined && form.test(secret) ? secret : null;
};

/** Returns the browser's secret, and has it kept for `seconds`. One for all its tabs, so that none ends another's. */
export const markBrowser = (
  { req, res }: { req: Request; res: Response },
  { publicUrl, seconds }: { publicUrl: string; seconds: number },
): string => {
  const secret = browserOf(req, publicUrl) ?? randomText(32);
  const name = connectingCookie(isSecure(publicUrl));
  // Lax: the platform leads back here by a link of its own site.
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;
  res.append('set-cookie', `${name}=${secret}; ${attributes}`);
  return secret;
};
