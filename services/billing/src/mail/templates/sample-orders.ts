/** The orders of the sample receipts. */
import type { SoldOrder } from './order-confirmation.ts';

const running = { cancelAtPeriodEnd: false, pauseAtPeriodEnd: false };

export const order: SoldOrder = {
  invoiceNumber: 'ENGINES-0042',
  billingReason: 'subscription_create',
  createdAt: new Date('2030-01-15T12:00:00Z'),
  currency: 'usd',
  totalAmount: 123_450,
  appliedBalanceAmount: 0,
  discountAmount: 1_000,
  taxAmount: 19_550,
  taxBehavior: 'exclusive',
  billingName: 'Ada Lovelace',
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  product: { name: 'Difference Engine' },
  subscription: { ...running, status: 'active', currentPeriodEnd: new Date('2030-02-15T12:00:00Z') },
  items: [{ label: 'Difference Engine, monthly', amount: 104_900, proration: false }],
};

/** Longer than a line of a mail. */
export const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
export const longOrder: SoldOrder = {
  ...order,
  billingName: long,
  customer: { name: long, email: `${'long.'.repeat(12)}@example.com` },
  product: { name: long },
  items: [{ label: `${long}, ${long}`, amount: 104_900, proration: false }],
};
export const trial: SoldOrder = {
  ...order,
  totalAmount: 0,
  discountAmount: 0,
  taxAmount: 0,
  subscription: { ...running, status: 'trialing', currentPeriodEnd: new Date('2030-01-29T12:00:00Z') },
  items: [{ label: 'Trial of Difference Engine', amount: 0, proration: false }],
};
export const free: SoldOrder = {
  ...order,
  totalAmount: 0,
  discountAmount: 0,
  taxAmount: 0,
  billingName: null,
  subscription: null,
  items: [{ label: 'Difference Engine', amount: 0, proration: false }],
};
export const renewed: SoldOrder = { ...order, billingReason: 'subscription_cycle' };
export const small: SoldOrder = {
  ...renewed,
  totalAmount: 30,
  appliedBalanceAmount: -30,
  discountAmount: 0,
  taxAmount: 0,
  items: [{ label: 'API calls (30 units, at $0.01)', amount: 30, proration: false }],
};
