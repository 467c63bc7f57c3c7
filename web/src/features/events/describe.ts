import type { UsageEvent } from '../../api/usage.ts';

/** Whose an event is: their address, or what the seller calls them. */
export const customerOf = ({ customer, externalCustomerId, customerId }: UsageEvent): string =>
  customer?.email ?? externalCustomerId ?? customerId ?? '—';

/** An event as the API has it, to be read and copied; of its customer, who has a page, only the ids. */
export const jsonOf = ({ customer: _customer, ...event }: UsageEvent): string =>
  JSON.stringify(
    {
      id: event.id,
      timestamp: event.timestamp,
      organization_id: event.organizationId,
      source: event.source,
      name: event.name,
      customer_id: event.customerId,
      external_customer_id: event.externalCustomerId,
      external_id: event.externalId,
      voids: event.voids,
      voided_by: event.voidedBy,
      is_late: event.isLate,
      metadata: event.metadata,
    },
    null,
    2,
  );
