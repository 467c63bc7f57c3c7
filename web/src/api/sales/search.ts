import { SearchQuery, SearchResult } from '@tessera/proto/api/billing/search';
import { api, billingQuery, billingReply, type Stored } from '../request/base.ts';

export type Found = Stored<typeof SearchResult>;

export const { useLazySearchQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest of each kind that match, a handful. */
    search: build.query<Found, { organizationId: string; query: string; limit: number }>({
      query: (asked) => ({ url: '/billing/v1/search', query: billingQuery(SearchQuery, asked) }),
      transformResponse: billingReply(SearchResult),
      keepUnusedDataFor: 10,
    }),
  }),
});
