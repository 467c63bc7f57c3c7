/** Responses to browsers that follow a link: a redirect to the checkout, or an error page. */
import { AppError } from '@tessera/kit/errors';
import { escapeHtml } from '@tessera/kit/text/escape-html';
import { requestedTags } from '@tessera/kit/text/request-language';
import { createTexts } from '@tessera/kit/text/texts';
import type { CheckoutLinkVisit } from '@tessera/proto/api/billing/checkout-link';
import { type Language, languageOf } from '@tessera/proto/api/languages';
import type { Request, Response } from 'express';
import type { Billing } from '../billing.ts';
import { checkoutLinkErrors } from './errors.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };
import ja from './locales/ja.json' with { type: 'json' };
import nl from './locales/nl.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import { findOffer, visitCheckoutLink } from './visit.ts';

type Visit = { query: CheckoutLinkVisit; req: Request; res: Response; address: string | null };

/** Redirects to a new checkout; prefetches create none. Browsers get errors as HTML, other clients as JSON. */
export const answerVisit = async (
  billing: Billing,
  clientSecret: string,
  { query, req, res, address }: Visit,
): Promise<void> => {
  res.setHeader('cache-control', 'no-store');
  try {
    if (looksAhead(req)) {
      await findOffer(billing, clientSecret);
      res.status(204).end();
      return;
    }
    res.redirect(307, await visitCheckoutLink(billing, clientSecret, { query, address }));
  } catch (error) {
    if (!(error instanceof AppError) || !isForPeople(req)) throw error;
    const language = languageOf([query.locale, ...requestedTags()]);
    res.status(error.status).type('html').send(page(error, language));
  }
};

/** Whether the request is a prefetch, preview or HEAD request. */
const looksAhead = (req: Request): boolean =>
  req.method === 'HEAD' ||
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview|prerender/i.test(req.get(name) ?? ''),
  );

const isForPeople = (req: Request): boolean => req.accepts(['json', 'html']) === 'html';

/** Opaque: in a frame above a seller's page, that page must not show through. */
const style = `
:root { color-scheme: light dark; }
body {
  display: grid;
  min-height: 100dvh;
  margin: 0;
  padding: 1.25rem;
  box-sizing: border-box;
  background: light-dark(#fafaf9, #111413);
  color: light-dark(#5b605d, #a5aca9);
  font: 1rem/1.55 system-ui, sans-serif;
  text-align: center;
  place-items: center;
}
main { max-width: 26rem; }
h1 { margin: 0; color: light-dark(#1a1c1b, #edefee); font-size: 1.5rem; line-height: 1.3; text-wrap: balance; }
p { margin: 0.5rem 0 0; text-wrap: balance; }
`;

const textsIn = createTexts({ en, de, es, fr, it, ja, nl, pt });

/** Error names with a translated text; others show the error's own message. */
const reasons: Record<string, 'gone' | 'tooMany'> = {
  [checkoutLinkErrors.ResourceNotFound().name]: 'gone',
  [checkoutLinkErrors.TooManyVisits().name]: 'tooMany',
};

const page = ({ name, message }: AppError, language: Language): string => {
  const say = textsIn(language);
  const reason = reasons[name];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(say('title'))}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(say('title'))}</h1>
<p>${escapeHtml(reason ? say(reason) : message)}</p>
<p>${escapeHtml(say('ask'))}</p>
</main>
</body>
</html>
`;
};
