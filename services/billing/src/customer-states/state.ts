/** Customer states: active subscriptions, granted benefits, meters. */
import type { CustomerState } from '@tessera/proto/api/billing/customer';
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from '../customers/entity.ts';
import { viewCustomer } from '../customers/view.ts';
import { findGrantedBenefits } from '../entitlements/grants/read.ts';
import { findActiveSubscriptions } from '../subscriptions/find.ts';
import { findMetersOfCustomers } from '../usage/customer-meters/find.ts';

/** The states of customers, in their order, in a fixed number of queries. */
export const viewStates = async (
  em: EntityManager,
  customers: readonly CustomerRow[],
): Promise<CustomerState[]> => {
  const ids = customers.map(({ id }) => id);
  const subscriptions = await findActiveSubscriptions(em, ids);
  const benefits = await findGrantedBenefits(em, ids);
  const meters = await findMetersOfCustomers(em, ids);
  return customers.map((customer) => ({
    ...viewCustomer(customer),
    activeSubscriptions: subscriptions.get(customer.id) ?? [],
    grantedBenefits: benefits.get(customer.id) ?? [],
    activeMeters: meters.get(customer.id) ?? [],
  }));
};
