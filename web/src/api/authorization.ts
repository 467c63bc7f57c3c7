import {
  AuthorizationStep,
  AuthorizationStepReply,
} from '@tessera/proto/api/organization/oauth/authorization';
import { api, billingBody, billingReply, type Stored } from './base.ts';
import { listTag } from './tags.ts';

/** Where the browser goes from here, or what its user is asked. */
export type AuthorizationAnswer = Stored<typeof AuthorizationStepReply>;
export type Ask = NonNullable<AuthorizationAnswer['ask']>;

/** What an app asks of a user, as it asks it. */
export type AuthorizationRequest = AuthorizationStep['request'];

const step = (body: AuthorizationStep) => ({
  url: '/billing/v1/oauth2/authorization',
  method: 'POST' as const,
  body: billingBody(AuthorizationStep, body),
});
const readAnswer = billingReply(AuthorizationStepReply);

export const { useAskAuthorizationQuery, useAnswerAuthorizationMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Where there is nothing to ask it is answered with a code, which is good once: nothing is kept. */
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
