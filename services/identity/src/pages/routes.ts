import { endpointFor } from '@tessera/kit/endpoint';
import { Router } from '@tessera/kit/router';
import { authDialect } from '@tessera/proto/api/error';
import { describeSocialError } from '@tessera/proto/api/identity/social-errors';
import { z } from 'zod';
import type { Identity } from '../identity.ts';
import { errorPage, errorPagePolicy } from './error-page.ts';

const endpoint = endpointFor(authDialect);

/** Whether the API answers, and the page that explains a failed redirect. */
export const pageRoutes = ({ options }: Pick<Identity, 'options'>): Router =>
  Router()
    .get(
      '/ok',
      endpoint({ reply: z.object({ ok: z.boolean() }), summary: 'The API answers' }, () => ({ ok: true })),
    )
    .get('/error', (req, res) => {
      const given = req.query['error'];
      const error = typeof given === 'string' && given !== '' ? given : 'Unknown';
      res.setHeader('content-security-policy', errorPagePolicy);
      const sentence = error === 'banned' ? options.admin.bannedUserMessage : describeSocialError(error);
      res.type('html').send(errorPage({ appName: options.appName, error, sentence }));
    });
