/** Reads customers' credit for the API. */
import { readableOrganizations } from '@tessera/kit/access/rules';
import { sql } from '@tessera/kit/database/sql';
import { kitErrors } from '@tessera/kit/errors';
import type { RowStep } from '@tessera/kit/http/endpoint';
import { customerOf } from '@tessera/kit/http/passport';
import type {
  CustomerWalletListQuery,
  Wallet,
  WalletListQuery,
  WalletTransaction,
  WalletTransactionListQuery,
} from '@tessera/proto/api/billing/wallet';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller, CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { customerIdOf } from '../customer-sessions/own.ts';
import { BalanceEntity, type BalanceRow } from '../customers/balance.ts';
import { isOneOf } from '../lists/conditions.ts';
import type { List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { reasonOf } from './rules.ts';

const list: List<BalanceRow> = {
  entity: BalanceEntity,
  table: 'customer_balances',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', balance: 'r.amount' },
};

const viewWallet = ({ id, createdAt, modifiedAt, customerId, amount, currency }: BalanceRow): Wallet => ({
  id,
  createdAt,
  modifiedAt,
  customerId,
  balance: amount,
  currency,
});

/** Returns a page of the credit of customers in the caller's organizations. */
export const listWallets = async (billing: Billing, caller: Caller, query: WalletListQuery) => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  if (query.type && !query.type.includes('billing')) return pageReply<Wallet>([], 0, query);
  const conditions = isOneOf('r.customer_id', query.customerId);
  const filter = { organizations, conditions };
  const [rows, total] = await findPage(billing.db.manager, list, { filter, paging: query });
  return pageReply(rows.map(viewWallet), total, query);
};

/** Returns the credit of the session's customer. Throws NotPermitted for a checkout's session. */
export const listOwnWallets = async (
  { db }: Billing,
  caller: CustomerCaller,
  query: CustomerWalletListQuery,
) => {
  const conditions = isOneOf('r.customer_id', [customerIdOf(caller)]);
  const filter = { organizations: [caller.organizationId], conditions };
  const [rows, total] = await findPage(db.manager, list, { filter, paging: query });
  return pageReply(rows.map(viewWallet), total, query);
};

export const findWallet = (em: EntityManager, { id }: { id: string }): Promise<BalanceRow | null> =>
  em.findOneBy(BalanceEntity, { id });

export const getWallet = async (_billing: Billing, row: BalanceRow): Promise<Wallet> => viewWallet(row);

/** Endpoint step that finds a wallet of the session's customer. */
export const ownWallet =
  ({ db }: Billing): RowStep<{ id: string }, BalanceRow> =>
  async ({ params, caller }) => {
    const customerId = customerIdOf(customerOf(caller));
    const row = await findWallet(db.manager, params);
    if (row?.customerId !== customerId) throw kitErrors.ResourceNotFound();
    return row;
  };

type Changed = Omit<WalletTransaction, 'currency' | 'walletId' | 'reason'> & {
  isReturned: boolean;
  isVoid: boolean;
  totalAmount: number | null;
};

/** Returns a page of a wallet's transactions, newest first. */
export const listTransactions = async (
  { db }: Billing,
  { id, currency }: Pick<BalanceRow, 'id' | 'currency'>,
  query: WalletTransactionListQuery,
) => {
  const rows = await sql<Changed>(
    db,
    `SELECT t.id, t.created_at AS "createdAt", t.amount, t.balance, t.is_returned AS "isReturned",
       t.order_id AS "orderId", o.invoice_number AS "invoiceNumber", o.total_amount AS "totalAmount",
       coalesce(o.status = 'void', false) AS "isVoid"
     FROM wallet_transactions t LEFT JOIN orders o ON o.id = t.order_id
     WHERE t.wallet_id = $1 ORDER BY t.created_at DESC, t.id DESC LIMIT $2 OFFSET $3`,
    [id, query.limit, (query.page - 1) * query.limit],
  );
  const [count] = await sql<{ total: number }>(
    db,
    'SELECT count(*)::int AS total FROM wallet_transactions WHERE wallet_id = $1',
    [id],
  );
  const items = rows.map(({ isReturned, isVoid, totalAmount, ...shown }): WalletTransaction => {
    const reason = reasonOf({ ...shown, isReturned, isVoid, totalAmount });
    return { ...shown, walletId: id, currency, reason };
  });
  return pageReply(items, count?.total ?? 0, query);
};
