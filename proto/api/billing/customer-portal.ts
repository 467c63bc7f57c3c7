/** What customers see of themselves (contracts/billing.md, section 3: customer-portal). */
import { z } from 'zod';
import { timestamp } from '../wire.ts';
import { Address } from './address.ts';
import { TaxIdFormat } from './tax-id.ts';

/** An account elsewhere that a benefit is granted to. */
export const CustomerPortalOAuthAccount = z.object({
  accountId: z.string(),
  accountUsername: z.string().nullable(),
});

/** A customer as they see themselves: without what is the seller's own. `oauthAccounts` by provider. */
export const CustomerPortalCustomer = z.object({
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string().nullable(),
  billingAddress: Address.nullable(),
  taxId: z.tuple([z.string(), TaxIdFormat]).nullable(),
  oauthAccounts: z.record(z.string(), CustomerPortalOAuthAccount),
});
export type CustomerPortalCustomer = z.infer<typeof CustomerPortalCustomer>;
