/**
 * What customers have to their credit with a seller, in money. SDK 0.33 has no such resource; the names are those of later
 * versions of the API, but for transactions, which are ours.
 */
import { z } from 'zod';
import { id, oneOrMany, sortingOf } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';

/** One a customer and currency, from its first use on. `balance` in minor units; below 0: what comes with the next order. */
export const Wallet = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  customerId: z.string(),
  balance: z.int(),
  currency: z.string(),
});
export type Wallet = z.infer<typeof Wallet>;

/** All of ours pay orders (`billing`); of the other kind there are none. */
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
 * Why a balance has changed. `credited`: an order below 0, as of a change to a cheaper product. `used`: an order was paid by
 * it. `carried`: an order too small to be charged. `collected`: what was carried was charged with an order. `returned`: an
 * order that had used it will not be paid. `refunded`: money that had been credited was paid back, with the order whose money
 * it was. `refund_failed`: it was not, after all. `earlier`: from before transactions were kept, without its order.
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

/** One change. `amount` was added, below 0 taken, and `balance` was there after it; both in minor units of `currency`. */
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

/** A page of a wallet's transactions, the latest first. */
export const WalletTransactionPage = pageOf(WalletTransaction);
