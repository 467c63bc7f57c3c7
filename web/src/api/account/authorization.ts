import {
  AuthorizationStep,
  AuthorizationStepReply,
} from '@tessera/proto/api/organization/oauth/authorization';
import { api, billingBody, billingReply, type Stored } from '../request/base.ts';
import { listTag } from '../request/tags.ts';

/** Where to redirect the browser, or what to ask its user. */
export type AuthorizationAnswer = Stored<typeof AuthorizationStepReply>;
export type Ask = NonNullable<AuthorizationAnswer['ask']>;

/** An app's authorization request, as sent by the app. */
export type AuthorizationRequest = AuthorizationStep['request'];

const step = (body: AuthorizationStep) => ({
  url: '/billing/v1/oauth2/authorization',
  method: 'POST' as const,
  body: billingBody(AuthorizationStep, body),
});
const readAnswer = billingReply(AuthorizationStepReply);

export const { useAskAuthorizationQuery, useAnswerAuthorizationMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Without a question the reply contains a single-use code: it must not be cached. */
    askAuthorization: build.query<AuthorizationAnswer, AuthorizationRequest>({
      query: (request) => step({ request }),
      transformResponse: readAnswer,
      keepUnusedDataFor: 0,
    }),
    answerAuthorization: build.mutation<AuthorizationAnswer, AuthorizationStep>({
      query: step,
      transformResponse: readAnswer,
      invalidatesTags: [listTag('OAuthConsent')],
    }),
  }),
});
