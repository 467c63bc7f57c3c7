/** All that is kept of a customer, for themselves. Ours: the contract has no such route. */
import { z } from 'zod';
import { timestamp } from '../wire.ts';
import { CustomerBenefitGrant } from './customer-grant.ts';
import { CustomerCustomerMeter } from './customer-meter.ts';
import { CustomerPaymentMethod, CustomerPortalCustomer } from './customer-portal.ts';
import { CustomerOrder, CustomerSubscription } from './customer-purchase.ts';
import { LicenseKeyWithActivations } from './license-key.ts';

export const CustomerExport = z.object({
  exportedAt: timestamp,
  customer: CustomerPortalCustomer,
  orders: z.array(CustomerOrder),
  subscriptions: z.array(CustomerSubscription),
  benefitGrants: z.array(CustomerBenefitGrant),
  licenseKeys: z.array(LicenseKeyWithActivations.omit({ customer: true })),
  paymentMethods: z.array(CustomerPaymentMethod),
  meters: z.array(CustomerCustomerMeter),
});
export type CustomerExport = z.infer<typeof CustomerExport>;
