/** The page of a checkout: in the buyer's language, and inside another site's frame where its seller has said so. */
import type { RequestHandler, Response } from 'express';
import { buyersPage, languageFor } from './buyers-page.ts';

export type CheckoutPageParts = {
  root: string;
  /** The origin of the site that may show a checkout in a frame; null: none may. */
  findEmbedOrigin: (clientSecret: string) => Promise<string | null>;
};

/** Serves the checkout's page. What it will ask for anyway, it is told to ask for at once. */
export const checkoutPage =
  ({ root, findEmbedOrigin }: CheckoutPageParts, heads: readonly string[]): RequestHandler =>
  async (req, res) => {
    const clientSecret = /^\/checkout\/([\w-]{1,200})(?=\/|$)/.exec(req.path)?.[1];
    if (clientSecret && req.query['embed'] === 'true') allowFrame(res, await findEmbedOrigin(clientSecret));
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
    res.setHeader('cache-control', 'no-cache');
    res.setHeader('vary', 'accept-language');
    res.type('html').send(page);
  };

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
