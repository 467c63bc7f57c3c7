/** What a type of benefit does when it is handed over and taken back. */
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from '../../../catalog/benefits/entity.ts';

/** Steps of the grant's transaction; `grant` answers what was handed over. */
export type Kind = {
  grant: (em: EntityManager, benefit: BenefitRow) => Promise<BenefitGrantProperties>;
  revoke: (em: EntityManager, benefit: BenefitRow) => Promise<void>;
};
