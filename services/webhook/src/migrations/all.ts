import type { Migration } from '@tessera/kit/database/data-source';
import { searchKeyMigration } from '@tessera/kit/database/search';
import { inboxMigration } from '@tessera/kit/events/inbox';
import { outboxMigration, uncompressedOutboxMigration } from '@tessera/kit/events/outbox';
import { sentEventsMigration, unvacuumedSentEventsMigration } from '@tessera/kit/events/sent-events';
import { webhooks } from './001-webhooks.ts';
import { deliveriesEndpoint } from './002-deliveries-endpoint.ts';
import { askedMemberships } from './003-asked-memberships.ts';
import { orderedDeliveries } from './004-ordered-deliveries.ts';
import { pausedEndpoints } from './005-paused-endpoints.ts';
import { givenUpDeliveries } from './006-given-up-deliveries.ts';
import { redeliveredInFlight } from './007-redelivered-in-flight.ts';
import { typedEvents } from './008-typed-events.ts';
import { countedMessages } from './009-counted-messages.ts';
import { droppedDeliveriesEndpoint } from './010-dropped-deliveries-endpoint.ts';
import { testEvents } from './012-test-events.ts';
import { undeliveredMessages } from './013-undelivered-messages.ts';

export const migrations: Migration[] = [
  outboxMigration,
  inboxMigration,
  webhooks,
  deliveriesEndpoint,
  askedMemberships,
  orderedDeliveries,
  pausedEndpoints,
  givenUpDeliveries,
  redeliveredInFlight,
  uncompressedOutboxMigration,
  sentEventsMigration,
  typedEvents,
  countedMessages,
  droppedDeliveriesEndpoint,
  unvacuumedSentEventsMigration,
  testEvents,
  undeliveredMessages,
  searchKeyMigration,
];
