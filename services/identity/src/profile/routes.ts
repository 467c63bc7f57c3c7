import { AppError } from '@tessera/kit/errors';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import {
  ChangeEmail,
  DeleteUser,
  DeleteUserQuery,
  DeleteUserReply,
  StatusReply,
  UpdateUser,
} from '@tessera/proto/api/identity/account';
import { AccountPicture, AccountPicturePath, AccountPictureReply } from '@tessera/proto/api/identity/picture';
import type { Request, Response } from 'express';
import { clientOf } from '../http/client.ts';
import { redirect, sendCookies, withParameters } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import { requireTrusted } from '../origins/check.ts';
import { findCaller, requireOwn, requireOwnSession, requireSession } from '../sessions/require.ts';
import { checkWantedUsername } from '../usernames/check.ts';
import type { User } from '../users/entity.ts';
import { changeEmail, updateProfile } from './change.ts';
import { deleteByToken, deletionErrors, requestDeletion } from './delete.ts';
import { getPicture, removePicture, setPicture } from './picture.ts';

const endpoint = endpointFor(authDialect);
const deleted = { success: true, message: 'User deleted' };

/** Routes of the user's own account. */
export const userRoutes = (identity: Identity): Router =>
  Router()
    .post(
      '/update-user',
      checkWantedUsername(identity),
      endpoint(
        { body: UpdateUser, reply: StatusReply, summary: 'Update the profile' },
        async ({ body, req, res }) => {
          const caller = await requireSession(identity, req);
          // A username is what its owner signs in with.
          if (body.username !== undefined) requireOwn(caller);
          const user = await updateProfile(identity, caller, body);
          if (user) rewriteCookies(identity, { req, res }, { ...caller, user });
          return { status: true };
        },
      ),
    )
    .post(
      '/change-email',
      endpoint(
        { body: ChangeEmail, reply: StatusReply, summary: 'Change the e-mail address' },
        async ({ body, req, res }) => {
          const caller = await requireOwnSession(identity, req);
          const user = await changeEmail(identity, caller, body);
          if (user) rewriteCookies(identity, { req, res }, { ...caller, user });
          return { status: true };
        },
      ),
    )
    .post(
      '/delete-user',
      endpoint(
        { body: DeleteUser, reply: DeleteUserReply, summary: 'Delete the account' },
        async ({ body, req, res }) => {
          const caller = await requireOwnSession(identity, req);
          const { address } = clientOf(req, identity.options.advanced);
          const outcome = await requestDeletion(identity, caller, { body, address });
          if (outcome === 'asked') return { success: true, message: 'Verification email sent' };
          if (outcome === 'deleted') sendCookies(res, identity.cookies.clear());
          return deleted;
        },
      ),
    )
    .get(
      '/delete-user/callback',
      endpoint(
        {
          query: DeleteUserQuery,
          reply: DeleteUserReply,
          summary: 'Open the link that deletes the account',
        },
        async ({ query: { token, callbackURL }, req, res }) => {
          requireTrusted(identity, callbackURL);
          if (!identity.options.user.deleteUser.enabled) throw deletionErrors.Disabled();
          try {
            await finishDeletion(identity, req, token);
          } catch (error) {
            // Browsers are redirected to a page; API clients get the contract's error.
            if (!(error instanceof AppError) || req.get('sec-fetch-dest') !== 'document') throw error;
            redirect(res, withParameters(deletionPage, { token, error: pageError(error) }));
            return deleted;
          }
          sendCookies(res, identity.cookies.clear());
          if (callbackURL) redirect(res, callbackURL);
          return deleted;
        },
      ),
    );

/** The web application's page where users sign in and confirm the deletion. */
const deletionPage = '/account/delete';

/** If no one was signed in, signing in helps, so there is no error; otherwise the link is invalid. */
const pageError = ({ message }: AppError): string | undefined =>
  message === deletionErrors.NobodyThere().message ? undefined : 'INVALID_TOKEN';

const finishDeletion = async (identity: Identity, req: Request, token: string): Promise<void> => {
  const caller = await findCaller(identity, req);
  if (!caller) throw deletionErrors.NobodyThere();
  await deleteByToken(identity, requireOwn(caller).user.id, token);
};

/** Routes to set the own picture, and to read any (public). */
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
      endpoint(
        { params: AccountPicturePath, media: 'image/*', summary: 'Get a picture' },
        async ({ params, res }) => {
          const { type, bytes } = await getPicture(identity, params.id);
          res.setHeader('content-type', type);
          res.setHeader('cache-control', 'public, max-age=31536000, immutable');
          res.setHeader('x-content-type-options', 'nosniff');
          res.setHeader('content-security-policy', "default-src 'none'");
          res.setHeader('cross-origin-resource-policy', 'cross-origin');
          res.end(bytes);
        },
      ),
    );

type Exchange = { req: Request; res: Response };
type Caller = Awaited<ReturnType<typeof requireSession>> & { user: User };

/** Rewrites the session cookies after a change of the user. */
const rewriteCookies = (identity: Identity, { req, res }: Exchange, caller: Caller): void =>
  sendCookies(
    res,
    identity.cookies.write(
      { ...caller, user: identity.fields.show(caller.user) },
      identity.cookies.read(req.headers.cookie),
    ),
  );
