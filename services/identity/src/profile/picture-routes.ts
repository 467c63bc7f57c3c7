import { endpointFor } from '@tessera/kit/endpoint';
import { Router } from '@tessera/kit/router';
import { authDialect } from '@tessera/proto/api/error';
import { StatusReply } from '@tessera/proto/api/identity/account';
import { AccountPicture, AccountPicturePath, AccountPictureReply } from '@tessera/proto/api/identity/picture';
import type { Identity } from '../identity.ts';
import { requireOwnSession } from '../sessions/require.ts';
import { rewriteCookies } from './cookies.ts';
import { getPicture, removePicture, setPicture } from './picture.ts';

const endpoint = endpointFor(authDialect);

/** The picture of one's own account, and those of all for everybody. */
export const pictureRoutes = (identity: Identity): Router =>
  Router()
    .post(
      '/account-picture',
      endpoint(
        { body: AccountPicture, reply: AccountPictureReply, summary: "Set the account's picture" },
        async ({ body, req, res }) => {
          const caller = await requireOwnSession(identity, req);
          const user = await setPicture(identity, caller, body);
          rewriteCookies(identity, { req, res }, { ...caller, user });
          return { image: user.image ?? '' };
        },
      ),
    )
    .delete(
      '/account-picture',
      endpoint({ reply: StatusReply, summary: "Remove the account's picture" }, async ({ req, res }) => {
        const caller = await requireOwnSession(identity, req);
        const user = await removePicture(identity, caller);
        rewriteCookies(identity, { req, res }, { ...caller, user });
        return { status: true };
      }),
    )
    .get(
      '/account-picture/:id',
      endpoint({ params: AccountPicturePath, summary: 'Fetch a picture' }, async ({ params, res }) => {
        const { type, bytes } = await getPicture(identity, params.id);
        res.setHeader('content-type', type);
        res.setHeader('cache-control', 'public, max-age=31536000, immutable');
        res.setHeader('x-content-type-options', 'nosniff');
        res.setHeader('content-security-policy', "default-src 'none'");
        res.setHeader('cross-origin-resource-policy', 'cross-origin');
        res.end(bytes);
      }),
    );
