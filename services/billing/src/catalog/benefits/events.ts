/** Events about benefits. */
import { emit } from '@tessera/kit/events/outbox';
import { Benefit } from '@tessera/proto/api/billing/benefit';
import { toWire } from '@tessera/proto/api/wire';
import type { benefitCreated, benefitUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from './entity.ts';
import { viewBenefit } from './view.ts';

export const emitBenefit = (
  em: EntityManager,
  type: typeof benefitCreated | typeof benefitUpdated,
  benefit: BenefitRow,
): Promise<void> =>
  emit(em, type as typeof benefitUpdated, {
    benefitId: benefit.id,
    organizationId: benefit.organizationId,
    snapshot: JSON.stringify(toWire(Benefit, viewBenefit(benefit), 'snake')),
  });
