/**
 * What else decides the price of units than a price each: tiers, packages, a minimum. An addition to the contract, named after
 * the tiers of its seats; amounts in cents, `unitAmount` as decimal text.
 */
import { z } from 'zod';

/** `volume`: all units at the price of the tier that they reach; `graduated`: the units of each tier at its own. */
export const TierType = z.enum(['volume', 'graduated']);
export type TierType = z.infer<typeof TierType>;

/** Units up to and with `maxUnits`; null: all above. `flatAmount` is due once if units reach the tier. */
export const UnitTier = z.object({
  maxUnits: z.int().nullable(),
  unitAmount: z.string(),
  flatAmount: z.int(),
});
export type UnitTier = z.infer<typeof UnitTier>;

/** Tiers of a price, the lowest first. */
export const UnitTiers = z.object({ tierType: TierType, tiers: z.array(UnitTier) });
export type UnitTiers = z.infer<typeof UnitTiers>;

/** As a price shows it, each null where it has none. `packageSize`: units that are sold together, for the unit's price. */
export const tariffFields = {
  unitTiers: UnitTiers.nullable(),
  packageSize: z.int().nullable(),
  minimumAmount: z.int().nullable(),
};

/** Tiers, packages and the least that a period costs. */
export type Tariff = {
  unitTiers: UnitTiers | null;
  packageSize: number | null;
  minimumAmount: number | null;
};

const maxTiers = 50;
const maxAmount = 99_999_999;

/** The same in a request; `unitAmount` is how units' prices are read. */
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
