/** Chooses the external account that a grant is for. */
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { Billing } from '../../billing.ts';
import { findBenefitsByIds } from '../../catalog/benefits/find.ts';
import { platformOf } from '../../catalog/benefits/platform.ts';
import { chooseAccountOf } from '../../entitlements/accesses/entity.ts';
import { findAccounts } from '../../entitlements/accounts/entity.ts';
import type { GrantRow } from '../../entitlements/grants/entity.ts';

/** Throws a validation error for an account that is not connected. The benefit is delivered soon after. */
export const chooseAccount = async (
  { db }: Billing,
  row: GrantRow,
  { properties: { accountId } }: { properties: { accountId: string } },
): Promise<GrantRow> => {
  const [benefit] = await findBenefitsByIds(db.manager, [row.benefitId]);
  const platform = benefit && platformOf(benefit);
  const accounts = await findAccounts(db.manager, [row.customerId]);
  if (!accounts.some((account) => account.platform === platform && account.accountId === accountId))
    throw refuseField(['body', 'properties', 'account_id'], 'This account is not connected.');
  await transact(db, (em) => chooseAccountOf(em, row, accountId));
  return row;
};
