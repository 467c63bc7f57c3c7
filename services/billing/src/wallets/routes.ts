/** The HTTP API of customers' credit. */
import { readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerWalletListQuery,
  Wallet,
  WalletListQuery,
  WalletPage,
  WalletTransactionListQuery,
  WalletTransactionPage,
} from '@tessera/proto/api/billing/wallet';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { findWallet, getWallet, listOwnWallets, listTransactions, listWallets, ownWallet } from './read.ts';

const endpoint = endpointFor(billingDialect);
// The contract's client does not know the scope of later versions, `wallets:read`.
const needsRead = needsScope('customers:read', 'customers:write');

export const walletRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: readable(billing, findWallet) };
  const owned = { params: IdPath, row: ownWallet(billing) };
  const changes = { query: WalletTransactionListQuery, reply: WalletTransactionPage };
  return Router()
    .get(
      '/wallets',
      needsRead,
      endpoint(
        { query: WalletListQuery, reply: WalletPage, summary: 'List customer balances' },
        ({ query, caller }) => listWallets(billing, caller, query),
      ),
    )
    .get(
      '/wallets/:id',
      needsRead,
      endpoint({ ...named, reply: Wallet, summary: "Get a customer's balance in a currency" }, ({ row }) =>
        getWallet(billing, row),
      ),
    )
    .get(
      '/wallets/:id/transactions',
      needsRead,
      endpoint(
        { ...named, ...changes, summary: "List the entries of a customer's balance" },
        ({ row, query }) => listTransactions(billing, row, query),
      ),
    )
    .get(
      '/customer-portal/wallets',
      endpoint(
        {
          query: CustomerWalletListQuery,
          reply: WalletPage,
          summary: "List the customer's balances",
        },
        ({ query, caller }) => listOwnWallets(billing, customerOf(caller), query),
      ),
    )
    .get(
      '/customer-portal/wallets/:id',
      endpoint({ ...owned, reply: Wallet, summary: "Get the customer's balance in a currency" }, ({ row }) =>
        getWallet(billing, row),
      ),
    )
    .get(
      '/customer-portal/wallets/:id/transactions',
      endpoint(
        { ...owned, ...changes, summary: "List the entries of the customer's balance" },
        ({ row, query }) => listTransactions(billing, row, query),
      ),
    );
};
