/** All that is kept of a customer, for themselves. Ours: the contract has no such route. */
import { z } from 'zod';
import { timestamp } from '../wire.ts';
import { CustomerBenefitGrant } from './customer-grant.ts';
import { CustomerPortalCustomer } from './customer-portal.ts';
import { CustomerOrder, CustomerSubscription } from './customer-purchase.ts';

export const CustomerExport = z.object({
  exportedAt: timestamp,
  customer: CustomerPortalCustomer,
  orders: z.array(CustomerOrder),
  subscriptions: z.array(CustomerSubscription),
  benefitGrants: z.array(CustomerBenefitGrant),
});
export type CustomerExport = z.infer<typeof CustomerExport>;
