import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { Preferences } from '@tessera/proto/api/identity/preferences';
import type { Identity } from '../identity.ts';
import { requireOwnSession, requireSession } from '../sessions/require.ts';
import { findPreferences, setPreferences } from './service.ts';

const endpoint = endpointFor(authDialect);

export const preferenceRoutes = (identity: Identity): Router =>
  Router()
    .get(
      '/preferences',
      endpoint({ reply: Preferences, summary: 'Get your preferences' }, async ({ req }) => {
        const { user } = await requireSession(identity, req);
        return findPreferences(identity.db, user.id);
      }),
    )
    .post(
      '/preferences',
      endpoint(
        { body: Preferences, reply: Preferences, summary: 'Set the language' },
        async ({ body, req }) => {
          const { user } = await requireOwnSession(identity, req);
          return setPreferences(identity.db, user.id, body);
        },
      ),
    );
