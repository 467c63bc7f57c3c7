import {
  HistoryEntry as HistoryEntryShape,
  HistoryPage,
  HistoryQuery,
} from '@tessera/proto/api/billing/history';
import { api, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { listTag } from '../request/tags.ts';

export type HistoryEntry = Stored<typeof HistoryEntryShape>;

/** The resource whose history is requested. */
export type HistoryOf = { kind: 'orders' | 'subscriptions' | 'customers'; id: string };

type Asked = { page: number; limit: number; about?: 'mail' };

export const { useListHistoryQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listHistory: build.query<Stored<typeof HistoryPage>, HistoryOf & Asked>({
      query: ({ kind, id, ...asked }) => ({
        url: `/billing/v1/${kind}/${id}/history`,
        query: billingQuery(HistoryQuery, asked),
      }),
      transformResponse: billingReply(HistoryPage),
      providesTags: [listTag('Order'), listTag('Refund'), listTag('Subscription'), listTag('Customer')],
    }),
  }),
});
