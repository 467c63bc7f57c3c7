/** A grant as replies and events show it. */
import { emit } from '@tessera/kit/outbox';
import { type BenefitGrant, BenefitGrantWebhook } from '@tessera/proto/api/billing/benefit-grant';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import { toWire } from '@tessera/proto/api/wire';
import type { benefitGrantCreated, benefitGrantRevoked } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from '../benefits/entity.ts';
import { viewBenefit } from '../benefits/view.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { viewCustomer } from '../customers/view.ts';
import type { GrantRow } from './entity.ts';

export const viewGrant = (row: GrantRow, customer: CustomerRow): BenefitGrant => {
  const { organizationId: _organization, ...facts } = row;
  return {
    ...facts,
    isGranted: row.grantedAt !== null,
    isRevoked: row.revokedAt !== null,
    customer: viewCustomer(customer),
  };
};

type Told = {
  row: GrantRow;
  customer: CustomerRow;
  benefit: BenefitRow;
  /** What was handed over before the change; null for a new grant. */
  previousProperties: BenefitGrantProperties | null;
};

/** Tells partners about a grant. */
export const tellGrant = (
  em: EntityManager,
  type: typeof benefitGrantCreated | typeof benefitGrantRevoked,
  { row, customer, benefit, previousProperties }: Told,
): Promise<void> => {
  const grant = { ...viewGrant(row, customer), benefit: viewBenefit(benefit), previousProperties };
  return emit(em, type as typeof benefitGrantCreated, {
    benefitGrantId: row.id,
    organizationId: row.organizationId,
    customerId: row.customerId,
    benefitId: row.benefitId,
    snapshot: JSON.stringify(toWire(BenefitGrantWebhook, grant, 'snake')),
  });
};
