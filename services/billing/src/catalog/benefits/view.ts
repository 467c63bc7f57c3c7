import type { Benefit } from '@tessera/proto/api/billing/benefit';
import type { BenefitRow } from './entity.ts';

/** A benefit as returned by the API; narrower schemas drop further fields. */
export const viewBenefit = ({ deletedAt: _deletedAt, ...benefit }: BenefitRow): Benefit => benefit;
