/** Tax by Stripe Tax, in the account that takes the seller's payments; by the table of rates if there is none. */
import type { Stripe } from 'stripe';
import type { Billing } from '../billing.ts';
import type { Tax, TaxBooks } from '../money/tax.ts';
import type { Accounts, OpenAccount } from '../payments/accounts/accounts.ts';
import { calculateTax, recordReversal, recordSale } from '../payments/stripe/tax.ts';
import { findSellerTax } from './entity.ts';
import { createTableTax } from './table.ts';

type Parts = Pick<Billing, 'db' | 'now' | 'log'> & { stripe: Stripe; accounts: Accounts };

export const createStripeTax = (parts: Parts): Tax => {
  const { db, now, stripe } = parts;
  const table = createTableTax(parts);
  return {
    calculate: async (question) => {
      const { organizationId, productId } = question;
      const chosen = (await parts.accounts.findChosen(db.manager, [organizationId])).get(organizationId);
      const account = chosen && (await parts.accounts.find(db.manager, chosen));
      if (!account) return table.calculate(question);
      const about = { organizationId, productId, at: now() };
      const { isTaxable, exemptIn, ...product } = await findSellerTax(db, about);
      const behavior = question.behavior ?? product.behavior;
      // Stripe does not know that the seller is exempt at home.
      if (question.address.country === exemptIn) return table.calculate(question);
      if (!isTaxable) return { amount: 0, details: { behavior, reason: 'product_exempt', lines: [] } };
      const opened = { stripe, sent: { apiKey: account.secretKey } };
      return calculateTax(question, { ...opened, behavior, account: account.account });
    },
    books: booksOf(parts),
  };
};

/** Disconnected accounts get no reports. */
const booksOf = ({ db, log, stripe, accounts }: Parts): TaxBooks => {
  const open = async (organizationId: string, account: string): Promise<OpenAccount | null> => {
    const found = await accounts.find(db.manager, { organizationId, processor: 'stripe', account });
    if (!found) log.warn({ organizationId, account }, 'tax reports: the account is not connected any more');
    return found;
  };
  return {
    record: async ({ organizationId, calculation, orderId }) => {
      const account = await open(organizationId, calculation.account);
      const opened = account && { stripe, sent: { apiKey: account.secretKey } };
      return opened && recordSale(opened, { calculation: calculation.id, orderId });
    },
    reverse: async ({ organizationId, account: name, ...reversal }) => {
      const account = await open(organizationId, name);
      if (account) await recordReversal({ stripe, sent: { apiKey: account.secretKey } }, reversal);
    },
  };
};
