/** Customer states as returned by the API. */
import { kitErrors } from '@tessera/kit/errors';
import type { CustomerState } from '@tessera/proto/api/billing/customer';
import type { Billing } from '../billing.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { viewStates } from './state.ts';

export const getCustomerState = async (billing: Billing, customer: CustomerRow): Promise<CustomerState> => {
  const [state] = await viewStates(billing.db.manager, [customer]);
  if (!state) throw kitErrors.ResourceNotFound();
  return state;
};
