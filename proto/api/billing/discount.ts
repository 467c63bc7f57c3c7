/** Discounts as other replies nest them: {fixed, percentage} x {once or forever, repeating}. */
import { z } from 'zod';
import { timestamp } from '../wire.ts';
import { DiscountDuration, DiscountType } from './enums.ts';
import { MetadataOut } from './metadata.ts';

const once = { duration: DiscountDuration };
const repeating = { duration: DiscountDuration, durationInMonths: z.int() };
/** Cents off. */
const fixed = { type: DiscountType, amount: z.int(), currency: z.string() };
/** Hundredths of a percent off: 1..10000. */
const percentage = { type: DiscountType, basisPoints: z.int() };

const short = { id: z.string(), name: z.string(), code: z.string().nullable() };
const full = {
  ...short,
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  metadata: MetadataOut,
  startsAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
  maxRedemptions: z.int().nullable(),
  redemptionsCount: z.int(),
  organizationId: z.string(),
};

/** A discount as a checkout shows it. Repeating options come first: they have a key more. */
export const CheckoutDiscount = z.union([
  z.object({ ...short, ...repeating, ...fixed }),
  z.object({ ...short, ...repeating, ...percentage }),
  z.object({ ...short, ...once, ...fixed }),
  z.object({ ...short, ...once, ...percentage }),
]);
export type CheckoutDiscount = z.infer<typeof CheckoutDiscount>;

/** A discount as orders and subscriptions show it. */
export const DiscountBase = z.union([
  z.object({ ...full, ...repeating, ...fixed }),
  z.object({ ...full, ...repeating, ...percentage }),
  z.object({ ...full, ...once, ...fixed }),
  z.object({ ...full, ...once, ...percentage }),
]);
export type DiscountBase = z.infer<typeof DiscountBase>;
