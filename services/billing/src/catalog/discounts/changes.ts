/** Builds discount rows from requests. Pure. Throws validation errors. */
import { refuseField } from '@tessera/kit/errors';
import type { DiscountCreate, DiscountUpdate } from '@tessera/proto/api/billing/discount';
import type { DiscountRow } from './entity.ts';
import type { FullDiscount } from './find.ts';

/** Returns the row of a new discount. */
export const planDiscount = (
  body: DiscountCreate,
  { id, organizationId, now }: { id: string; organizationId: string; now: Date },
): DiscountRow => {
  const row: DiscountRow = {
    id,
    createdAt: now,
    modifiedAt: null,
    deletedAt: null,
    organizationId,
    name: body.name,
    code: body.code || null,
    type: body.type,
    amount: body.type === 'fixed' ? body.amount : null,
    currency: body.type === 'fixed' ? body.currency : null,
    basisPoints: body.type === 'percentage' ? body.basisPoints : null,
    duration: body.duration,
    durationInMonths: body.duration === 'repeating' ? (body.durationInMonths ?? null) : null,
    startsAt: body.startsAt ?? null,
    endsAt: body.endsAt ?? null,
    maxRedemptions: body.maxRedemptions ?? null,
    maxRedemptionsPerCustomer: body.maxRedemptionsPerCustomer ?? null,
    metadata: body.metadata ?? {},
  };
  refuseBackwards(row, body);
  return row;
};

/** Returns the changes of an update. Type and duration never change; amounts not after the first redemption. */
export const planUpdate = (present: FullDiscount, body: DiscountUpdate): Partial<DiscountRow> => {
  if (body.duration && body.duration !== present.duration)
    throw refuseField(['body', 'duration'], 'Duration cannot be changed.');
  if (body.type && body.type !== present.type) throw refuseField(['body', 'type'], 'Type cannot be changed.');
  const changes = {
    name: body.name ?? present.name,
    code: body.code === undefined ? present.code : body.code || null,
    startsAt: body.startsAt === undefined ? present.startsAt : body.startsAt,
    endsAt: body.endsAt === undefined ? present.endsAt : body.endsAt,
    maxRedemptions: body.maxRedemptions === undefined ? present.maxRedemptions : body.maxRedemptions,
    maxRedemptionsPerCustomer:
      body.maxRedemptionsPerCustomer === undefined
        ? present.maxRedemptionsPerCustomer
        : body.maxRedemptionsPerCustomer,
    metadata: body.metadata ?? present.metadata,
    ...promiseOf(present, body),
  };
  refuseBackwards(changes, body);
  return changes;
};

const promised = ['amount', 'currency', 'basisPoints', 'durationInMonths'] as const;
const onWire = {
  amount: 'amount',
  currency: 'currency',
  basisPoints: 'basis_points',
  durationInMonths: 'duration_in_months',
};

const promiseOf = (present: FullDiscount, body: DiscountUpdate) => {
  for (const field of promised) {
    const wanted = body[field];
    const loc = ['body', onWire[field]];
    // Clients also send fields that a discount of this type does not have, such as the currency.
    if (wanted === undefined || wanted === null || present[field] === null || wanted === present[field])
      continue;
    if (present.redemptionsCount > 0)
      throw refuseField(
        loc,
        'This field cannot be changed because the discount has already been redeemed.',
        'forbidden',
      );
  }
  const changed = <Value>(value: Value | null, wanted: Value | null | undefined): Value | null =>
    value === null ? null : (wanted ?? value);
  return {
    amount: changed(present.amount, body.amount),
    currency: changed(present.currency, body.currency),
    basisPoints: changed(present.basisPoints, body.basisPoints),
    durationInMonths: changed(present.durationInMonths, body.durationInMonths),
  };
};

type Dates = Pick<DiscountRow, 'startsAt' | 'endsAt'>;

/** Throws when the end is not after the start; the error names the date that was sent. */
const refuseBackwards = (
  { startsAt, endsAt }: Dates,
  body: { [Key in keyof Dates]?: Date | null | undefined },
): void => {
  if (startsAt && endsAt && startsAt >= endsAt)
    throw refuseField(['body', body.endsAt ? 'ends_at' : 'starts_at'], 'Ends at must be after starts at.');
};
