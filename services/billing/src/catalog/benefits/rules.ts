/** Benefits, pure. */
import { isDeepStrictEqual } from 'node:util';
import type { BenefitRow } from './entity.ts';
import { givenFiles } from './files.ts';

/** Whether an edit reaches those who have the benefit (contracts/billing-behaviour.md, section 7). */
export const givesOtherwise = (before: BenefitRow, after: BenefitRow): boolean =>
  !isDeepStrictEqual(given(before), given(after));

/** What of a benefit's properties matters to whoever has it. */
const given = (benefit: BenefitRow): unknown => {
  switch (benefit.type) {
    case 'custom':
    // Other units begin with the next period.
    case 'meter_credit':
      return null;
    case 'downloadables':
      return givenFiles(benefit);
    case 'license_keys': {
      // A key keeps the prefix that it was made with.
      const { prefix: _prefix, ...limits } = benefit.properties;
      return limits;
    }
    default:
      return benefit.properties;
  }
};
