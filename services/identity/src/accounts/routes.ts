import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import {
  AccessTokenReply,
  LinkedAccount,
  LinkSocial,
  LinkSocialReply,
  ProviderTokenQuery,
  RefreshTokenReply,
  UnlinkAccount,
  UnlinkAccountReply,
} from '@tessera/proto/api/identity/social';
import { z } from 'zod';
import { sendCookies } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import { requireFreshSession, requireOwnSession, requireSession } from '../sessions/require.ts';
import { startLink } from '../social/flow.ts';
import { unlinkAccount } from './link.ts';
import { type AccountRow, listAccounts } from './rows.ts';
import { getAccessToken, refreshToken } from './tokens.ts';

const endpoint = endpointFor(authDialect);

/** Routes for a user's linked accounts and their provider tokens. */
export const accountRoutes = (identity: Identity): Router =>
  Router()
    .get(
      '/list-accounts',
      endpoint({ reply: z.array(LinkedAccount), summary: 'List linked accounts' }, async ({ req }) => {
        const { user } = await requireSession(identity, req);
        const most = identity.options.advanced.database.defaultFindManyLimit;
        return (await listAccounts(identity.db, user.id, most)).map(viewAccount);
      }),
    )
    .post(
      '/link-social',
      endpoint(
        { body: LinkSocial, reply: LinkSocialReply, summary: 'Link a provider account' },
        async ({ body, req, res }) => {
          const { user, session } = await requireOwnSession(identity, req);
          const browser = identity.cookies.readOAuth(req.headers.cookie);
          const own = { userId: user.id, sessionId: session.id, browser };
          const { url, setCookie } = await startLink(identity, { ...body, ...own });
          sendCookies(res, [setCookie]);
          return { url, redirect: true };
        },
      ),
    )
    .post(
      '/unlink-account',
      endpoint(
        { body: UnlinkAccount, reply: UnlinkAccountReply, summary: 'Unlink an account' },
        async ({ body, req }) => {
          const { user } = await requireFreshSession(identity, req);
          await unlinkAccount(identity, user.id, body);
          return { status: true };
        },
      ),
    )
    .post(
      '/get-access-token',
      endpoint(
        { body: ProviderTokenQuery, reply: AccessTokenReply, summary: 'Get a provider’s access token' },
        async ({ body, req }) => {
          const { user } = await requireOwnSession(identity, req);
          return getAccessToken(identity, { ...body, userId: user.id });
        },
      ),
    )
    .post(
      '/refresh-token',
      endpoint(
        { body: ProviderTokenQuery, reply: RefreshTokenReply, summary: 'Refresh a provider’s tokens' },
        async ({ body, req }) => {
          const { user } = await requireOwnSession(identity, req);
          return refreshToken(identity, { ...body, userId: user.id });
        },
      ),
    );

/** Maps an account to the reply for its owner: without tokens. */
const viewAccount = (account: AccountRow): LinkedAccount => ({
  id: account.id,
  provider: account.providerId,
  createdAt: account.createdAt,
  updatedAt: account.updatedAt,
  accountId: account.accountId,
  scopes: account.scope?.split(',') ?? [],
});
