/** What a customer has now, for the API. */
import { kitErrors } from '@tessera/kit/errors';
import type { CustomerState } from '@tessera/proto/api/billing/customer';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { type CustomerKey, getReadableCustomer } from '../customers/read.ts';
import { viewStates } from './state.ts';

export const getCustomerState = async (
  billing: Billing,
  caller: Caller,
  key: CustomerKey,
): Promise<CustomerState> => {
  const customer = await getReadableCustomer(billing, caller, key);
  const [state] = await viewStates(billing.db.manager, [customer]);
  if (!state) throw kitErrors.ResourceNotFound();
  return state;
};
