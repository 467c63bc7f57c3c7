/** Pure rules for benefits. */
import { isDeepStrictEqual } from 'node:util';
import type { BenefitRow } from './entity.ts';
import { givenFiles } from './files.ts';

/** Whether an update changes existing grants (contracts/billing-behaviour.md, section 7). */
export const givesOtherwise = (before: BenefitRow, after: BenefitRow): boolean =>
  !isDeepStrictEqual(given(before), given(after));

/** The properties that existing grants depend on. */
const given = (benefit: BenefitRow): unknown => {
  switch (benefit.type) {
    case 'custom':
    // A changed number of units takes effect with the next period.
    case 'meter_credit':
      return null;
    case 'downloadables':
      return givenFiles(benefit);
    case 'license_keys': {
      // Existing keys keep their prefix.
      const { prefix: _prefix, ...limits } = benefit.properties;
      return limits;
    }
    default:
      return benefit.properties;
  }
};
