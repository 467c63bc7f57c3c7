/** Which account elsewhere a grant is for. */
import { refuseField } from '@tessera/kit/errors';
import type { Billing } from '../../billing.ts';
import type { GrantRow } from '../../entitlements/grants/entity.ts';

/** Throws a refused field for an account that the customer has not connected. */
export const chooseAccount = (
  _billing: Billing,
  _row: GrantRow,
  _body: { properties: { accountId: string } },
): Promise<GrantRow> =>
  Promise.reject(refuseField(['body', 'properties', 'account_id'], 'This account is not connected.'));
