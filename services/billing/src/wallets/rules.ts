/** Why a balance has changed, pure. */
import type { WalletTransactionReason } from '@tessera/proto/api/billing/wallet';

type Changed = {
  amount: number;
  /** What was there after it. */
  balance: number;
  isReturned: boolean;
  /** Nobody will pay its order. */
  isVoid: boolean;
  /** Of its order; null: it has none. */
  totalAmount: number | null;
};

/** Orders use what is there before anything of them is carried on: of one that did both, that it used it is said. */
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
