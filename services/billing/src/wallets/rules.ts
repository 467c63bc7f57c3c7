/** Derives why a balance has changed; pure functions. */
import type { WalletTransactionReason } from '@tessera/proto/api/billing/wallet';

type Changed = {
  amount: number;
  /** The balance after the change. */
  balance: number;
  isReturned: boolean;
  /** The order was voided. */
  isVoid: boolean;
  /** The order's total; null: the change has no order. */
  totalAmount: number | null;
};

/** Orders use the balance before they carry an amount forward: if an order did both, the use is reported. */
export const reasonOf = ({
  amount,
  balance,
  isReturned,
  isVoid,
  totalAmount,
}: Changed): WalletTransactionReason => {
  if (totalAmount === null) return 'earlier';
  if (isReturned && isVoid) return 'returned';
  if (isReturned) return amount < 0 ? 'refunded' : 'refund_failed';
  const before = balance - amount;
  if (amount > 0) return totalAmount < 0 ? 'credited' : 'collected';
  return before > 0 ? 'used' : 'carried';
};
