/** Links a new checkout to a known customer: by subscription, customer id, or the seller's external id. */
import type { CheckoutCreate } from '@tessera/proto/api/billing/checkout-requests';
import { maxMetadataKeys } from '@tessera/proto/api/billing/metadata';
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from '../../customers/entity.ts';
import { findCustomerByExternalId, findCustomerById } from '../../customers/find.ts';
import { fitsMetadata } from '../../customers/rules.ts';
import { findUpgradable } from '../../subscriptions/find.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuse } from '../errors.ts';

type Links = Partial<
  Pick<CheckoutCreate, 'subscriptionId' | 'customerId' | 'customerExternalId' | 'externalCustomerId'>
>;

/**
 * Links the customer that the seller named: the subscription takes precedence over the customer id, and that over the
 * external id. Prefills the checkout with the customer's data.
 */
export const linkCustomer = async (
  em: EntityManager,
  row: CheckoutRow,
  links: Links,
): Promise<CheckoutRow> => {
  const { organizationId } = row;
  if (links.subscriptionId) {
    const subscription = await getUpgradable(em, row, links.subscriptionId);
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

/** Sets the subscription that a visitor wants to upgrade, without revealing or identifying its customer. */
export const linkVisitor = async (
  em: EntityManager,
  row: CheckoutRow,
  { subscriptionId }: Links,
): Promise<CheckoutRow> =>
  subscriptionId ? { ...row, subscriptionId: (await getUpgradable(em, row, subscriptionId)).id } : row;

const getUpgradable = async (em: EntityManager, row: CheckoutRow, id: string) => {
  const subscription = await findUpgradable(em, { organizationId: row.organizationId, id });
  if (!subscription) throw refuse('subscription_id', 'This subscription cannot be upgraded.');
  if (!row.isRecurring)
    throw refuse('subscription_id', 'Only a recurring product can replace a subscription.');
  return subscription;
};

/** Throws a validation error if the customer would have too much metadata: after the payment it is too late. */
export const assertMetadataFits = async (em: EntityManager, row: CheckoutRow): Promise<void> => {
  if (!row.customerId || Object.keys(row.customerMetadata).length === 0) return;
  const customer = await findCustomerById(em, row.customerId);
  if (customer && !fitsMetadata(customer.metadata, row.customerMetadata))
    throw refuse(
      'customer_metadata',
      `The customer would have more than ${maxMetadataKeys} metadata keys.`,
      'too_long',
    );
};

const prefill = (row: CheckoutRow, customer: CustomerRow | null): CheckoutRow =>
  customer === null
    ? row
    : {
        ...row,
        customerId: customer.id,
        isCustomerFromSeller: true,
        customerEmail: customer.email,
        customerName: customer.name,
        customerBillingName: customer.billingName,
        customerBillingAddress: customer.billingAddress,
        customerTaxId: customer.taxId,
        customerExternalId: customer.externalId,
      };
