/**
 * Unit pricing beyond a single unit price: tiers, packages, a minimum. Addition to the contract, named after its seat
 * tiers; amounts in minor units, `unitAmount` as decimal text.
 */
import { z } from 'zod';

/**
 * `volume`: all units cost the price of the tier they reach; `graduated`: the units of each tier cost that tier's
 * price.
 */
export const TierType = z.enum(['volume', 'graduated']);
export type TierType = z.infer<typeof TierType>;

/** Units up to `maxUnits` (inclusive); null: unlimited. `flatAmount` is charged once if usage reaches the tier. */
export const UnitTier = z.object({
  maxUnits: z.int().nullable(),
  unitAmount: z.string(),
  flatAmount: z.int(),
});
export type UnitTier = z.infer<typeof UnitTier>;

/** Tiers of a price, in ascending order. */
export const UnitTiers = z.object({ tierType: TierType, tiers: z.array(UnitTier) });
export type UnitTiers = z.infer<typeof UnitTiers>;

/** Fields of a price, each null if not used. `packageSize`: number of units sold together at the unit price. */
export const tariffFields = {
  unitTiers: UnitTiers.nullable(),
  packageSize: z.int().nullable(),
  minimumAmount: z.int().nullable(),
};

/** Tiers, packages and the minimum charge of a period. */
export type Tariff = {
  unitTiers: UnitTiers | null;
  packageSize: number | null;
  minimumAmount: number | null;
};

const maxTiers = 50;
const maxAmount = 99_999_999;

/** The same in a request; `unitAmount` is the schema of unit prices. */
export const tariffInput = <Amount extends z.ZodType<string>>(unitAmount: Amount) => ({
  unitTiers: z
    .object({
      tierType: TierType,
      tiers: z
        .array(
          z.object({
            maxUnits: z.int().positive().nullable(),
            unitAmount,
            flatAmount: z.int().min(0).max(maxAmount).default(0),
          }),
        )
        .min(1)
        .max(maxTiers),
    })
    .superRefine(({ tiers }, context) => {
      for (const [index, { maxUnits }] of tiers.entries()) {
        const refuse = (message: string) =>
          context.addIssue({ code: 'custom', path: ['tiers', index, 'maxUnits'], message });
        const before = tiers[index - 1]?.maxUnits ?? 0;
        if (index === tiers.length - 1 && maxUnits !== null) refuse('The last tier must be unlimited');
        if (index < tiers.length - 1 && maxUnits === null) refuse('Only the last tier can be unlimited');
        if (maxUnits !== null && maxUnits <= before) refuse('Must be greater than the previous tier');
      }
    })
    .nullish(),
  packageSize: z.int().min(1).max(1_000_000_000).nullish(),
  minimumAmount: z.int().min(0).max(maxAmount).nullish(),
});
