/** Endpoints to register and manage clients, for their owners or with a registration access token. */
import { kitErrors } from '@tessera/kit/errors';
import { endpointFor, type RowStep } from '@tessera/kit/http/endpoint';
import { callerOf, needsScope, type ScopeGuard } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { isToken, sameText } from '@tessera/kit/secrets';
import { billingDialect } from '@tessera/proto/api/error';
import {
  OAuthClientCreate,
  OAuthClientListQuery,
  OAuthClientPage,
  OAuthClientPath,
  OAuthClientRegistration,
  OAuthClientUpdate,
} from '@tessera/proto/api/organization/oauth/client';
import { oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { findMember } from '../../members/service.ts';
import type { OrganizationParts } from '../../organization.ts';
import { requirePerson } from '../../organizations/scope.ts';
import { canManage } from '../../roles.ts';
import { deleteClient } from '../end.ts';
import { oauthErrors } from '../errors.ts';
import type { ClientRow } from './entity.ts';
import {
  type ClientOwner,
  findClient,
  pageClients,
  registerClient,
  renewSecret,
  updateClient,
} from './service.ts';
import { viewClient, viewRegistration } from './view.ts';

const endpoint = endpointFor(billingDialect);

/** Refuses OAuth tokens: a client that manages clients could read the secrets of others and create new access. */
const noClient: RequestHandler = (req, _res, next) => {
  const caller = callerOf(req);
  if (caller.kind === 'user-token' || (caller.kind === 'token' && caller.clientId !== undefined))
    throw kitErrors.NotPermitted('Sign in to manage OAuth clients.');
  next();
};

/** Skips the scope check for anonymous callers, who register a client or present a registration access token. */
const unlessNobody = (guard: ScopeGuard): ScopeGuard =>
  Object.assign(
    ((req, res, next) =>
      callerOf(req).kind === 'anonymous' ? next() : guard(req, res, next)) satisfies RequestHandler,
    { scopes: guard.scopes },
  );

/** Also required to read: responses hold the secret, and the registration access token that can change the client. */
const write = needsScope('organizations:write');

const ownerOf = (caller: Caller): ClientOwner => {
  if (caller.kind === 'anonymous') return { userId: null, organizationId: null };
  if (caller.kind === 'token') return { userId: null, organizationId: caller.organizationId };
  return { userId: requirePerson(caller).userId, organizationId: null };
};

/** The endpoint step that loads the caller's own client. The error is the same for unknown and for other clients. */
const ownClient =
  (parts: OrganizationParts): RowStep<{ clientId: string }, ClientRow> =>
  async ({ params, caller, authorization }) => {
    const client = await findClient(parts, params.clientId);
    const isOwn = client && (await isOwner(parts, client, { caller, authorization }));
    if (isOwn) return client;
    if (caller.kind !== 'anonymous') throw kitErrors.ResourceNotFound();
    throw oauthErrors.InvalidToken('The registration access token is not that of this client.');
  };

const isOwner = async (
  parts: OrganizationParts,
  client: ClientRow,
  { caller, authorization = '' }: { caller: Caller; authorization?: string | undefined },
): Promise<boolean> => {
  const { organizationId } = client;
  if (caller.kind === 'token') return organizationId === caller.organizationId;
  if (caller.kind === 'user') {
    if (organizationId === null) return client.userId === caller.userId;
    const member = await findMember(parts, { userId: caller.userId, organizationId });
    return member !== null && canManage(parts.options.roles, member.role);
  }
  const [scheme, token = ''] = authorization.split(/ +/);
  const isRegistration = scheme?.toLowerCase() === 'bearer' && isToken(oauthPrefixes.registration, token);
  return isRegistration && sameText(token, parts.vault.decrypt(client.registrationSealed));
};

/** Anonymous registration follows RFC 7591 (status 201), registration with an access token the contract (200). */
const ofNobody =
  (answer: RequestHandler): RequestHandler =>
  (req, res, next) =>
    callerOf(req).kind === 'anonymous' ? answer(req, res, next) : next();

const Deleted = z.object({});

export const clientRoutes = (parts: OrganizationParts): Router => {
  const register = (status: 200 | 201) =>
    endpoint(
      {
        inPerson: true,
        body: OAuthClientCreate,
        reply: OAuthClientRegistration,
        status,
        summary: 'Register an OAuth client',
      },
      async ({ body, caller }) => viewRegistration(await registerClient(parts, ownerOf(caller), body), parts),
    );
  // Also to read: a secret outlives the administrator's impersonation.
  const one = {
    inPerson: true,
    params: OAuthClientPath,
    row: ownClient(parts),
    reply: OAuthClientRegistration,
  } as const;
  return Router()
    .get(
      '/oauth2/',
      noClient,
      write,
      endpoint(
        {
          inPerson: true,
          query: OAuthClientListQuery,
          reply: OAuthClientPage,
          summary: 'List your OAuth clients',
        },
        async ({ query, caller }) => {
          const [rows, total] = await pageClients(parts, listedFor(caller), query);
          return pageReply(
            rows.map((row) => viewClient(row, parts.vault)),
            total,
            query,
          );
        },
      ),
    )
    .post('/oauth2/register', noClient, unlessNobody(write), ofNobody(register(201)), register(200))
    .get(
      '/oauth2/register/:clientId',
      noClient,
      unlessNobody(write),
      endpoint({ ...one, summary: 'Get an OAuth client' }, ({ row }) => viewRegistration(row, parts)),
    )
    .put(
      '/oauth2/register/:clientId',
      noClient,
      unlessNobody(write),
      endpoint(
        { ...one, body: OAuthClientUpdate, summary: 'Update an OAuth client' },
        async ({ row, body }) => viewRegistration(await updateClient(parts, row, body), parts),
      ),
    )
    .delete(
      '/oauth2/register/:clientId',
      noClient,
      unlessNobody(write),
      endpoint(
        { ...one, reply: Deleted, summary: 'Delete an OAuth client and revoke its tokens' },
        async ({ row }) => {
          await deleteClient(parts, row);
          return {};
        },
      ),
    )
    .post(
      '/oauth2/register/:clientId/client-secret',
      noClient,
      unlessNobody(write),
      endpoint({ ...one, summary: "Rotate an OAuth client's secret" }, async ({ row }) =>
        viewRegistration(await renewSecret(parts, row), parts),
      ),
    );
};

const listedFor = (caller: Caller): ClientOwner =>
  caller.kind === 'user' ? { userId: caller.userId, organizationId: null } : ownerOf(caller);
