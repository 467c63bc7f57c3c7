/** The pages of an organization's customers (`/portal/<slug>` and all below). */
import type { RequestHandler } from 'express';
import { buyersPage, languageFor } from './buyers-page.ts';
import { allowStripe } from './checkout-page.ts';

export type PortalPageParts = {
  root: string;
  /** Whether a seller's customers give their cards to Stripe. */
  isAtStripe: (slug: string) => Promise<boolean>;
};

/**
 * Serves the page. Its address may carry the token of a session, which opens everything that a customer has: nothing that is
 * loaded or followed from here may tell anybody the address, and nothing in between may keep it.
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
