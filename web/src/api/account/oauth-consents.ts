import {
  OAuthConsentListQuery,
  OAuthConsentPage,
  type OAuthConsent as OAuthConsentShape,
} from '@tessera/proto/api/organization/oauth/authorization';
import type { Plain } from '@tessera/proto/api/wire';
import { api, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { listTag, listTags } from '../request/tags.ts';

export type OAuthConsent = Plain<OAuthConsentShape>;

/** Consents of an organization, or the user's own. */
type Asked = { organizationId?: string; page: number; limit?: number };

const path = '/billing/v1/oauth2/consents';

export const { useListOAuthConsentsQuery, useLazyListOAuthConsentsQuery, useDeleteOAuthConsentMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      listOAuthConsents: build.query<Stored<typeof OAuthConsentPage>, Asked>({
        query: ({ limit = 20, ...asked }) => ({
          url: `${path}/`,
          query: billingQuery(OAuthConsentListQuery, { ...asked, limit }),
        }),
        transformResponse: billingReply(OAuthConsentPage),
        providesTags: (reply) => listTags('OAuthConsent', reply?.items),
      }),
      deleteOAuthConsent: build.mutation<null, string>({
        query: (id) => ({ url: `${path}/${id}`, method: 'DELETE' }),
        invalidatesTags: [listTag('OAuthConsent')],
      }),
    }),
  });
