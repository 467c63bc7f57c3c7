/** A grant in replies and events. */
import { outboxRow } from '@tessera/kit/events/outbox';
import { type BenefitGrant, BenefitGrantWebhook } from '@tessera/proto/api/billing/benefit-grant';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import { toWire } from '@tessera/proto/api/wire';
import type {
  benefitGrantCreated,
  benefitGrantCycled,
  benefitGrantRevoked,
  benefitGrantUpdated,
} from '@tessera/proto/events/billing';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { viewBenefit } from '../../catalog/benefits/view.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { viewCustomer } from '../../customers/view.ts';
import type { OutboxEvent } from '../../events.ts';
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

type GrantFacts = {
  row: GrantRow;
  customer: CustomerRow;
  benefit: BenefitRow;
  /** The properties before the change; `{}` for a new grant. */
  previousProperties: BenefitGrantProperties;
};

/** Builds the outbox event of a grant. */
export const grantEvent = (
  type:
    | typeof benefitGrantCreated
    | typeof benefitGrantCycled
    | typeof benefitGrantUpdated
    | typeof benefitGrantRevoked,
  { row, customer, benefit, previousProperties }: GrantFacts,
): OutboxEvent => {
  const grant = { ...viewGrant(row, customer), benefit: viewBenefit(benefit), previousProperties };
  return outboxRow(type as typeof benefitGrantCreated, {
    benefitGrantId: row.id,
    organizationId: row.organizationId,
    customerId: row.customerId,
    benefitId: row.benefitId,
    snapshot: JSON.stringify(toWire(BenefitGrantWebhook, grant, 'snake')),
  });
};
