/** The export of all data stored about a customer, for the customer. Addition to the contract. */
import { z } from 'zod';
import { timestamp } from '../wire.ts';
import { CustomerBenefitGrant } from './customer-grant.ts';
import { CustomerCustomerMeter } from './customer-meter.ts';
import { CustomerPaymentMethod, CustomerPortalCustomer } from './customer-portal.ts';
import { CustomerOrder, CustomerSubscription } from './customer-purchase.ts';
import { Event } from './event.ts';
import { LicenseKeyWithActivations } from './license-key.ts';
import { Wallet, WalletTransaction } from './wallet.ts';

/** A usage event; all of them are the customer's. */
export const CustomerExportEvent = Event.omit({ organizationId: true, customerId: true, customer: true });
export type CustomerExportEvent = z.infer<typeof CustomerExportEvent>;

/** The part that is sent as a whole. Wallets include their transactions, newest first. */
export const CustomerExportFacts = z.object({
  exportedAt: timestamp,
  customer: CustomerPortalCustomer,
  orders: z.array(CustomerOrder),
  subscriptions: z.array(CustomerSubscription),
  benefitGrants: z.array(CustomerBenefitGrant),
  licenseKeys: z.array(LicenseKeyWithActivations.omit({ customer: true })),
  paymentMethods: z.array(CustomerPaymentMethod),
  meters: z.array(CustomerCustomerMeter),
  wallets: z.array(Wallet.extend({ transactions: z.array(WalletTransaction) })),
});
export type CustomerExportFacts = z.infer<typeof CustomerExportFacts>;

/** The export with the usage events at the end, newest first: there may be millions, so they are streamed. */
export const CustomerExport = CustomerExportFacts.extend({ events: z.array(CustomerExportEvent) });
export type CustomerExport = z.infer<typeof CustomerExport>;
