import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { requestedLanguage } from '@tessera/kit/text/request-language';
import { authDialect } from '@tessera/proto/api/error';
import { rawCookie } from '@tessera/proto/api/identity/cookie-header';
import { languageCookie } from '@tessera/proto/api/language-cookie';
import { z } from 'zod';
import type { Identity } from '../identity.ts';
import { errorPage, errorPagePolicy, pageLanguages } from './error-page.ts';

const endpoint = endpointFor(authDialect);

/** Routes of the health check and of the error page. */
export const pageRoutes = ({ options }: Pick<Identity, 'options'>): Router =>
  Router()
    .get(
      '/ok',
      endpoint({ reply: z.object({ ok: z.boolean() }), summary: 'Check that the API is up' }, () => ({
        ok: true,
      })),
    )
    .get('/error', (req, res) => {
      const given = req.query['error'];
      const error = typeof given === 'string' && given !== '' ? given : 'Unknown';
      res.setHeader('content-security-policy', errorPagePolicy);
      const { appName, admin } = options;
      const language = languageFor(req.headers.cookie);
      res
        .type('html')
        .send(errorPage({ appName, error, bannedUserMessage: admin.bannedUserMessage, language }));
    });

/** The language chosen in the application, else the browser's preference; empty: none of the supported ones. */
const languageFor = (cookies: string | undefined): string => {
  const chosen = rawCookie(cookies, languageCookie);
  return chosen !== undefined && pageLanguages.includes(chosen) ? chosen : requestedLanguage(pageLanguages);
};
