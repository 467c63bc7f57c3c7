/** System events about meters and benefits, stored with the seller's events but not counted by meters. */
import { wakeAfterCommit } from '@tessera/kit/background/wake';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { insertEvents } from '../postgres/insert.ts';
import { countingWork } from '../work.ts';

/** An event about a customer. Metadata keys are spelled as in the API. */
export type SystemEvent = {
  organizationId: string;
  customerId: string;
  name:
    | 'meter.credited'
    | 'meter.reset'
    | 'benefit.granted'
    | 'benefit.cycled'
    | 'benefit.updated'
    | 'benefit.revoked';
  metadata: MetadataOut;
};

/** Writes them in the transaction of the change that they describe. */
export const noteEvents = async (
  em: EntityManager,
  now: Date,
  events: readonly SystemEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  wakeAfterCommit(em, countingWork);
  await insertEvents(
    em,
    events.map((event) => ({
      ...event,
      id: uuidv7(),
      timestamp: now,
      ingestedAt: now,
      source: 'system',
      externalCustomerId: null,
      externalId: null,
      voids: null,
    })),
  );
};
