/** A benefit of type meter_credit credits units of a meter, again in each period of a subscription. */
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import { type Credit, creditMeters } from '../../../usage/customer-meters/credits.ts';
import type { HandOver, Handover, Kind } from './kind.ts';

/** The meter credit of a grant. */
export const creditOf = ({ customer, benefit }: Handover): Credit => {
  if (benefit.type !== 'meter_credit') throw new Error(`benefit ${benefit.id} credits no meter`);
  const { meterId, units, rollover } = benefit.properties;
  return { organizationId: benefit.organizationId, customerId: customer.id, meterId, units, rollover };
};

export const giveCredit: HandOver = async (em, now, handovers) => {
  const credits = handovers.map(creditOf);
  await creditMeters(em, now, credits);
  return credits.map((credit) => noted(credit, now));
};

const noted = ({ meterId, units }: Credit, now: Date): BenefitGrantProperties => ({
  lastCreditedMeterId: meterId,
  lastCreditedUnits: units,
  lastCreditedAt: now.toISOString(),
});

/** The last credit given, or null. */
export const lastCredit = ({ row: { properties } }: Handover) =>
  'lastCreditedMeterId' in properties ? properties : null;

/** Reverses the last credit by a negative one, which is then the last credit. */
const takeCredit: HandOver = async (em, now, handovers) => {
  const taken = handovers.map((handover): Credit | null => {
    const last = lastCredit(handover);
    if (!last) return null;
    const { lastCreditedMeterId: meterId, lastCreditedUnits: units } = last;
    return { ...creditOf(handover), meterId, units: 0 - units };
  });
  await creditMeters(
    em,
    now,
    taken.filter((credit) => credit !== null),
  );
  return handovers.map(({ row }, index) => {
    const credit = taken[index];
    return credit ? noted(credit, now) : row.properties;
  });
};

export const meterCredit: Kind = {
  grant: giveCredit,
  // A changed number of units takes effect in the next period.
  update: (_em, _now, handovers) => Promise.resolve(handovers.map(({ row }) => row.properties)),
  revoke: takeCredit,
};
