/** Tax by the table of rates: from the seller's registrations and the customer's place. */
import type { Billing } from '../billing.ts';
import type { Tax } from '../money/tax.ts';
import { findSellerTax } from './entity.ts';
import { taxOfAmount } from './rules.ts';

export const createTableTax = ({ db, now }: Pick<Billing, 'db' | 'now'>): Tax => ({
  calculate: async ({ organizationId, productId, netAmount, behavior: asked, address, taxId }) => {
    const at = now();
    const { behavior, ...seller } = await findSellerTax(db, { organizationId, productId, at });
    return taxOfAmount(netAmount, {
      facts: { ...seller, address, taxId, at },
      behavior: asked ?? behavior,
    });
  },
});
