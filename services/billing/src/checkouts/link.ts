/** Whom a new checkout is for, where its creator knows: a subscriber, a customer, or the seller's own id of one. */
import type { CheckoutCreate } from '@tessera/proto/api/billing/checkout-requests';
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from '../customers/entity.ts';
import { findCustomerByExternalId, findCustomerById } from '../customers/find.ts';
import { findUpgradable } from '../subscriptions/find.ts';
import type { CheckoutRow } from './entity.ts';
import { refuse } from './errors.ts';

type Links = Partial<
  Pick<CheckoutCreate, 'subscriptionId' | 'customerId' | 'customerExternalId' | 'externalCustomerId'>
>;

/** A subscription beats a customer beats an external id. What is known of the customer prefills the checkout. */
export const linkCustomer = async (
  em: EntityManager,
  row: CheckoutRow,
  links: Links,
): Promise<CheckoutRow> => {
  const { organizationId } = row;
  if (links.subscriptionId) {
    const subscription = await findUpgradable(em, { organizationId, id: links.subscriptionId });
    if (!subscription) throw refuse('subscription_id', 'Not a subscription that can be upgraded.');
    if (!row.isRecurring)
      throw refuse('subscription_id', 'Only a recurring product replaces a subscription.');
    const customer = await findCustomerById(em, subscription.customerId);
    return { ...prefill(row, customer), subscriptionId: subscription.id };
  }
  if (links.customerId) {
    const customer = await findCustomerById(em, links.customerId);
    if (customer?.organizationId !== organizationId) throw refuse('customer_id', 'Customer does not exist.');
    return prefill(row, customer);
  }
  const externalId = links.customerExternalId ?? links.externalCustomerId;
  if (!externalId) return row;
  const customer = await findCustomerByExternalId(em, { organizationId, externalId });
  return { ...prefill(row, customer), customerExternalId: externalId };
};

const prefill = (row: CheckoutRow, customer: CustomerRow | null): CheckoutRow =>
  customer === null
    ? row
    : {
        ...row,
        customerId: customer.id,
        customerEmail: customer.email,
        customerName: customer.name,
        customerBillingName: customer.billingName,
        customerBillingAddress: customer.billingAddress,
        customerTaxId: customer.taxId,
        customerExternalId: customer.externalId,
      };
