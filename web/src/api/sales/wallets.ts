import {
  WalletListQuery,
  Wallet as WalletShape,
  WalletTransactionListQuery,
  WalletTransactionPage,
} from '@tessera/proto/api/billing/wallet';
import { api, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { tagOf } from '../request/tags.ts';

export type Wallet = Stored<typeof WalletShape>;
export type WalletTransaction = Stored<typeof WalletTransactionPage>['items'][number];

const path = '/billing/v1/wallets';
const wallets = resource('Wallet', path, { one: WalletShape, query: WalletListQuery });

export const { useListWalletsQuery, useListWalletTransactionsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listWallets: wallets.list(build),
    /** The wallet's transactions, newest first. */
    listWalletTransactions: build.query<
      Stored<typeof WalletTransactionPage>,
      { id: string; page: number; limit: number }
    >({
      query: ({ id, ...paging }) => ({
        url: `${path}/${id}/transactions`,
        query: billingQuery(WalletTransactionListQuery, paging),
      }),
      transformResponse: billingReply(WalletTransactionPage),
      providesTags: (_reply, _error, { id }) => [tagOf('Wallet', id)],
    }),
  }),
});
