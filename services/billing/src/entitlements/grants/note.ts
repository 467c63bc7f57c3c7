/** Grants as system events of the seller (contracts/billing-behaviour.md, section 7). */
import type { EntityManager } from 'typeorm';
import { noteEvents, type SystemEvent } from '../../usage/events/system.ts';
import type { Handover } from './handovers.ts';

/** Records system events for grants, in the transaction that changes them. */
export const noteGrants = (
  em: EntityManager,
  now: Date,
  name: Extract<SystemEvent['name'], `benefit.${string}`>,
  handovers: readonly Handover[],
): Promise<void> =>
  noteEvents(
    em,
    now,
    handovers.map(({ row, benefit }) => ({
      organizationId: row.organizationId,
      customerId: row.customerId,
      name,
      metadata: { benefit_id: benefit.id, benefit_grant_id: row.id, benefit_type: benefit.type },
    })),
  );
