/** The checkout page: in the buyer's language, and framed by another site if the seller allows it. */
import type { RequestHandler, Response } from 'express';
import { buyersPage, languageFor } from './buyers-page.ts';

/**
 * The site that may frame a checkout (null: none), whether the page uses Stripe, and until when the checkout is open,
 * if it contains no data of its buyer yet (else null).
 */
type CheckoutFrame = { embedOrigin: string | null; isAtStripe: boolean; openUntil: string | null };

export type CheckoutPageParts = {
  root: string;
  /** What the page may do beyond its own origin; null: the checkout is unknown. */
  findFrame: (clientSecret: string) => Promise<CheckoutFrame | null>;
};

/** Serves the checkout page, with preloads of the requests that it will make. */
export const checkoutPage =
  ({ root, findFrame }: CheckoutPageParts, heads: readonly string[]): RequestHandler =>
  async (req, res) => {
    const clientSecret = /^\/checkout\/([\w-]{1,200})(?=\/|$)/.exec(req.path)?.[1];
    const frame = clientSecret ? await findFrame(clientSecret) : null;
    if (frame && req.query['embed'] === 'true') allowFrame(res, frame.embedOrigin);
    if (frame?.isAtStripe) allowStripe(res);
    const preloads = clientSecret
      ? [
          `<link rel="preload" as="fetch" crossorigin href="/api/billing/v1/checkouts/client/${clientSecret}">`,
        ]
      : [];
    const page = await buyersPage(root, {
      page: 'checkout',
      language: languageFor(req),
      heads: [...heads, ...preloads],
    });
    res.setHeader('x-robots-tag', robotsOf(frame));
    res.setHeader('cache-control', 'no-cache');
    res.setHeader('vary', 'accept-language');
    res.type('html').send(page);
  };

/**
 * An open checkout shows only the seller's offer, and may be indexed until its end; any other must not be indexed.
 */
const robotsOf = (frame: CheckoutFrame | null): string =>
  frame?.openUntil ? `noarchive, unavailable_after: ${frame.openUntil}` : 'noindex';

/** Framing is controlled by the CSP alone: X-Frame-Options cannot name an origin. */
const allowFrame = (res: Response, origin: string | null): void => {
  if (origin === null) return;
  const policy = String(res.getHeader('content-security-policy') ?? '');
  res.setHeader(
    'content-security-policy',
    policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${origin}`),
  );
  res.removeHeader('x-frame-options');
};

/** Sources of Stripe's script, API and frames. */
const stripeSources = {
  'script-src': 'https://js.stripe.com https://*.js.stripe.com',
  'connect-src': 'https://api.stripe.com',
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
};

/** Adds Stripe's sources to the CSP; only for pages that take payments through Stripe. */
export const allowStripe = (res: Response): void => {
  let policy = String(res.getHeader('content-security-policy') ?? '');
  for (const [directive, sources] of Object.entries(stripeSources)) {
    const named = new RegExp(`(?<=^|;)\\s*${directive} [^;]*`);
    policy = named.test(policy)
      ? policy.replace(named, (all) => `${all} ${sources}`)
      : `${policy};${directive} 'self' ${sources}`;
  }
  res.setHeader('content-security-policy', policy);
};
