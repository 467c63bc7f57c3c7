/** The page of a checkout: in the buyer's language, and inside another site's frame where its seller has said so. */
import type { RequestHandler, Response } from 'express';
import { buyersPage, languageFor } from './buyers-page.ts';

/**
 * The site that may show a checkout in a frame (null: none may), whether the page talks to Stripe, and until when it is open, where
 * it holds nothing of its buyer yet.
 */
export type CheckoutFrame = { embedOrigin: string | null; isAtStripe: boolean; openUntil: string | null };

export type CheckoutPageParts = {
  root: string;
  /** What the page may do beyond its own origin; null: nothing is known of the checkout. */
  findFrame: (clientSecret: string) => Promise<CheckoutFrame | null>;
};

/** Serves the checkout's page. What it will ask for anyway, it is told to ask for at once. */
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

/** An open checkout says nothing but what its seller offers, and is forgotten with its end; any other is nobody's to find. */
const robotsOf = (frame: CheckoutFrame | null): string =>
  frame?.openUntil ? `noarchive, unavailable_after: ${frame.openUntil}` : 'noindex';

/** Frames are allowed by the policy alone: the older header knows no single origins. */
const allowFrame = (res: Response, origin: string | null): void => {
  if (origin === null) return;
  const policy = String(res.getHeader('content-security-policy') ?? '');
  res.setHeader(
    'content-security-policy',
    policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${origin}`),
  );
  res.removeHeader('x-frame-options');
};

/** Where Stripe's script comes from, what it asks, and what it shows in frames. */
const stripeSources = {
  'script-src': 'https://js.stripe.com https://*.js.stripe.com',
  'connect-src': 'https://api.stripe.com',
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
};

/** Lets a page be paid by Stripe: only those that are. */
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
