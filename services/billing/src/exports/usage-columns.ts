/** The columns of exported meters and events, as in `columns.ts`. Pure. */
import type { Event } from '@tessera/proto/api/billing/event';
import type { Meter } from '@tessera/proto/api/billing/meter';
import type { Column } from '../lists/csv.ts';

export const meterColumns: Column<Meter>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['name', ({ name }) => name],
  ['aggregation', ({ aggregation }) => aggregation.func],
  [
    'property',
    ({ aggregation }) => (aggregation.func === 'count' ? aggregation.uniqueProperty : aggregation.property),
  ],
  ['filter', ({ filter }) => filter],
  ['metadata', ({ metadata }) => metadata],
];

export const eventColumns: Column<Event>[] = [
  ['id', ({ id }) => id],
  ['timestamp', ({ timestamp }) => timestamp],
  ['name', ({ name }) => name],
  ['source', ({ source }) => source],
  ['customer_id', ({ customerId }) => customerId],
  ['customer_email', ({ customer }) => customer?.email],
  ['external_customer_id', ({ externalCustomerId }) => externalCustomerId],
  ['external_id', ({ externalId }) => externalId],
  ['voids', ({ voids }) => voids],
  ['voided_by', ({ voidedBy }) => voidedBy],
  ['is_late', ({ isLate }) => isLate],
  ['metadata', ({ metadata }) => metadata],
];
