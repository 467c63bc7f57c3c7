/**
 * Customers' credit balances with a seller, in money. Not in SDK 0.33; names are those of later versions of the API,
 * except transactions, which are an addition.
 */
import { z } from 'zod';
import { id, oneOrMany, sortingOf } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';

/**
 * One per customer and currency, created at first use. `balance` in minor units; below 0: charged with the next
 * order.
 */
export const Wallet = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  customerId: z.string(),
  balance: z.int(),
  currency: z.string(),
});
export type Wallet = z.infer<typeof Wallet>;

/** All wallets pay for orders (`billing`); there are none of the other type. */
export const WalletType = z.enum(['usage', 'billing']);
export type WalletType = z.infer<typeof WalletType>;

export const WalletSortProperty = z.enum(['created_at', '-created_at', 'balance', '-balance']);

/** Filters, order and page of the wallets of a session's customer. */
export const CustomerWalletListQuery = PageQuery.extend({
  sorting: sortingOf(WalletSortProperty, '-created_at'),
});
export type CustomerWalletListQuery = z.output<typeof CustomerWalletListQuery>;

/** Filters, order and page of the list of wallets. */
export const WalletListQuery = CustomerWalletListQuery.extend({
  organizationId: oneOrMany(id).optional(),
  type: oneOrMany(WalletType).optional(),
  customerId: oneOrMany(id).optional(),
});
export type WalletListQuery = z.output<typeof WalletListQuery>;

/** A page of wallets. */
export const WalletPage = pageOf(Wallet);

/**
 * Reason of a change of balance. `credited`: an order with a negative total, e.g. of a downgrade. `used`: paid for an
 * order. `carried`: an order too small to be charged. `collected`: a carried amount was charged with an order.
 * `returned`: an order that used the balance will not be paid. `refunded`: a credit was paid out, through the order
 * that was originally charged. `refund_failed`: that payout failed. `earlier`: from before transactions were stored,
 * without its order.
 */
export const WalletTransactionReason = z.enum([
  'credited',
  'used',
  'carried',
  'collected',
  'returned',
  'refunded',
  'refund_failed',
  'earlier',
]);
export type WalletTransactionReason = z.infer<typeof WalletTransactionReason>;

/**
 * A change of balance. `amount` was added (below 0: taken), `balance` is the result; both in minor units of
 * `currency`.
 */
export const WalletTransaction = z.object({
  id: z.string(),
  createdAt: timestamp,
  walletId: z.string(),
  amount: z.int(),
  balance: z.int(),
  currency: z.string(),
  reason: WalletTransactionReason,
  orderId: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
});
export type WalletTransaction = z.infer<typeof WalletTransaction>;

export const WalletTransactionListQuery = PageQuery;
export type WalletTransactionListQuery = z.output<typeof WalletTransactionListQuery>;

/** A page of a wallet's transactions, newest first. */
export const WalletTransactionPage = pageOf(WalletTransaction);
