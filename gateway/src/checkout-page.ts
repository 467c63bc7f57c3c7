/** The page of a checkout: in the buyer's language, and inside another site's frame where its seller has said so. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '@tessera/kit/escape-html';
import { acceptedLanguages, type Language, languageOf } from '@tessera/proto/api/languages';
import type { Request, RequestHandler, Response } from 'express';
import { intoHead } from './page-head.ts';

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
    const language = languageFor(req);
    const [html, words] = await Promise.all([
      readFile(join(root, 'checkout.html'), 'utf8'),
      findWords(root, { page: 'checkout', language }),
    ]);
    const preloads = [
      ...(clientSecret
        ? [
            `<link rel="preload" as="fetch" crossorigin href="/api/billing/v1/checkouts/client/${clientSecret}">`,
          ]
        : []),
      ...words.map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}">`),
    ];
    res.setHeader('cache-control', 'no-cache');
    res.setHeader('vary', 'accept-language');
    const page = html.replace(/<html lang="en"/, `<html lang="${language}"`);
    res.type('html').send(intoHead(page, [...heads, ...preloads].join('')));
  };

const languageFor = ({ query, headers }: Request): Language => {
  const asked = query['locale'];
  return languageOf([
    typeof asked === 'string' ? asked : null,
    ...acceptedLanguages(headers['accept-language']),
  ]);
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

/** The files with a language's words, those of all pages for buyers and those of this one, by the list that the build leaves. */
const findWords = async (
  root: string,
  { page, language }: { page: 'checkout' | 'portal'; language: Language },
): Promise<string[]> => {
  const list = await readFile(join(root, '.vite', 'buyers.json'), 'utf8').catch(() => null);
  if (list === null) return [];
  const files = JSON.parse(list) as Record<string, { file: string } | undefined>;
  return ['buyers', page].flatMap((part) => files[`src/${part}/locales/${language}.json`]?.file ?? []);
};
