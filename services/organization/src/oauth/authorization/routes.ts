/** Endpoints where users grant, deny, list and revoke consents. */
import { kitErrors } from '@tessera/kit/errors';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { callerOf } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import {
  AuthorizationRequest,
  AuthorizationStep,
  AuthorizationStepReply,
  AuthorizeReply,
  ConsentForm,
  OAuthConsentListQuery,
  OAuthConsentPage,
} from '@tessera/proto/api/organization/oauth/authorization';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller, UserCaller } from '@tessera/proto/api/passport';
import type { RequestHandler } from 'express';
import type { OrganizationParts } from '../../organization.ts';
import { requirePerson } from '../../organizations/scope.ts';
import { pageConsents, revocableConsent, revokeConsent } from '../consents/service.ts';
import { stepOf } from './step.ts';

const endpoint = endpointFor(billingDialect);

const person: RequestHandler = (req, _res, next) => {
  requirePerson(callerOf(req));
  next();
};

/** Returns the signed-in user, or null for anonymous callers. Throws for tokens: clients cannot grant consents. */
const personOrNobody = (caller: Caller): UserCaller | null =>
  caller.kind === 'anonymous' ? null : requirePerson(caller);

export const authorizationRoutes = (parts: OrganizationParts): Router =>
  Router()
    .get(
      '/oauth2/authorize',
      endpoint(
        {
          query: AuthorizationRequest,
          reply: AuthorizeReply,
          summary: 'Authorize an app: what the user is asked to allow, or a 302 redirect',
        },
        async ({ query: request, caller, res }) => {
          const step = await stepOf(parts, personOrNobody(caller), { request });
          // To make the user sign in again, the client sends the browser to the page instead of this endpoint.
          if ('signInAsked' in step) throw kitErrors.Unauthorized();
          if ('ask' in step) return step.ask;
          res.redirect(302, step.location);
          return undefined as never; // the redirect was sent: this value is not
        },
      ),
    )
    .post(
      '/oauth2/consent',
      person,
      endpoint(
        {
          query: AuthorizationRequest,
          body: ConsentForm,
          isForm: true,
          session: true,
          status: 302,
          summary: "Allow or deny a client's request",
        },
        async ({ query: request, body: { action }, caller, res }) => {
          const step = await stepOf(parts, caller, { request, action });
          if ('signInAsked' in step) throw kitErrors.Unauthorized();
          if ('location' in step) res.redirect(302, step.location);
        },
      ),
    )
    .post(
      '/oauth2/authorization',
      endpoint(
        {
          body: AuthorizationStep,
          reply: AuthorizationStepReply,
          summary: 'Authorize for a page: where to redirect, or what to ask the user',
        },
        async ({ body, caller }) => {
          const step = await stepOf(parts, personOrNobody(caller), body);
          return { location: null, ask: null, signInAsked: null, ...step };
        },
      ),
    )
    .get(
      '/oauth2/consents/',
      person,
      endpoint(
        {
          session: true,
          query: OAuthConsentListQuery,
          reply: OAuthConsentPage,
          summary: 'List the apps that you or an organization have authorized',
        },
        async ({ query, caller }) => {
          const [items, total] = await pageConsents(parts, caller.userId, query);
          return pageReply(items, total, query);
        },
      ),
    )
    .delete(
      '/oauth2/consents/:id',
      person,
      endpoint(
        {
          session: true,
          params: IdPath,
          row: revocableConsent(parts),
          summary: 'Revoke an authorization and its tokens',
        },
        ({ row }) => revokeConsent(parts, row),
      ),
    );
