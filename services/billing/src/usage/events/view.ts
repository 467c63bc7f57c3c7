/** Maps events to API responses. */
import type { CustomerExportEvent } from '@tessera/proto/api/billing/customer-export';
import type { Event } from '@tessera/proto/api/billing/event';
import type { CustomerRow } from '../../customers/entity.ts';
import { viewCustomer } from '../../customers/view.ts';
import type { KeptEvent } from '../store/store.ts';

/** `customer`: the event's customer, if known. */
export const viewEvent = (row: KeptEvent, customer: CustomerRow | null): Event => ({
  ...row,
  customer: customer && viewCustomer(customer),
  externalCustomerId: row.externalCustomerId ?? customer?.externalId ?? null,
});

/** An event in the export of a customer's data. */
export const viewOwnEvent = (row: KeptEvent): CustomerExportEvent => ({
  id: row.id,
  timestamp: row.timestamp,
  externalCustomerId: row.externalCustomerId,
  externalId: row.externalId,
  voids: row.voids,
  voidedBy: row.voidedBy,
  isLate: row.isLate,
  source: row.source,
  name: row.name,
  metadata: row.metadata,
});
