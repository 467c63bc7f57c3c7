/** Reading benefits one by one through the API. */

import { requireReader } from '@tessera/kit/access';
import { kitErrors } from '@tessera/kit/errors';
import type { Benefit } from '@tessera/proto/api/billing/benefit';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import type { BenefitRow } from './entity.ts';
import { findBenefitById } from './find.ts';
import { viewBenefit } from './view.ts';

/** The benefit that a caller may see. Throws ResourceNotFound. */
export const getReadableBenefit = async (
  billing: Billing,
  caller: Caller,
  id: string,
): Promise<BenefitRow> => {
  const benefit = await findBenefitById(billing.db.manager, id);
  if (!benefit || benefit.deletedAt) throw kitErrors.ResourceNotFound();
  await requireReader(billing, caller, benefit.organizationId);
  return benefit;
};

export const getBenefit = async (billing: Billing, caller: Caller, id: string): Promise<Benefit> =>
  viewBenefit(await getReadableBenefit(billing, caller, id));
