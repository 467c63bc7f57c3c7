/** Events as the API answers them. */
import type { Event } from '@tessera/proto/api/billing/event';
import type { CustomerRow } from '../../customers/entity.ts';
import { viewCustomer } from '../../customers/view.ts';
import type { KeptEvent } from '../store/store.ts';

/** `customer`: whoever the event is of, where that is known. */
export const viewEvent = (row: KeptEvent, customer: CustomerRow | null): Event => ({
  ...row,
  customer: customer && viewCustomer(customer),
  externalCustomerId: row.externalCustomerId ?? customer?.externalId ?? null,
});
