import type { Benefit } from '@tessera/proto/api/billing/benefit';
import type { BenefitRow } from './entity.ts';

/** A benefit as the API answers it; shapes that show less of it drop the rest. */
export const viewBenefit = ({ deletedAt: _deletedAt, ...benefit }: BenefitRow): Benefit => benefit;
