/** The customer portal pages (`/portal/<slug>` and below). */
import type { RequestHandler } from 'express';
import { buyersPage, languageFor } from './buyers-page.ts';
import { allowStripe } from './checkout-page.ts';

export type PortalPageParts = {
  root: string;
  /** Whether a seller's customers pay through Stripe. */
  isAtStripe: (slug: string) => Promise<boolean>;
};

/**
 * Serves the page. Its URL may contain a session token with access to all of a customer's data: no request or link
 * from here may leak the URL in its referrer, and no proxy may cache it.
 */
export const portalPage =
  ({ root, isAtStripe }: PortalPageParts, heads: readonly string[]): RequestHandler =>
  async (req, res) => {
    const slug = /^\/portal\/([\w-]{1,255})(?=\/|$)/.exec(req.path)?.[1];
    if (slug && (await isAtStripe(slug))) allowStripe(res);
    const preloads = slug
      ? [
          `<link rel="preload" as="fetch" crossorigin href="/api/billing/v1/customer-portal/organizations/${slug}">`,
        ]
      : [];
    const page = await buyersPage(root, {
      page: 'portal',
      language: languageFor(req),
      heads: [...heads, ...preloads],
    });
    res.setHeader('cache-control', 'no-store');
    res.setHeader('referrer-policy', 'no-referrer');
    res.setHeader('vary', 'accept-language');
    res.type('html').send(page);
  };
