import type { UsageEvent } from '../../api/usage.ts';

/** Whose an event is: their address, or what the seller calls them. */
export const customerOf = ({ customer, externalCustomerId, customerId }: UsageEvent): string =>
  customer?.email ?? externalCustomerId ?? customerId ?? '—';

/** An event as the API has it, to be read and copied. */
export const jsonOf = ({ customer: _customer, ...event }: UsageEvent): string =>
  JSON.stringify(
    {
      id: event.id,
      timestamp: event.timestamp,
      source: event.source,
      name: event.name,
      customer_id: event.customerId,
      external_customer_id: event.externalCustomerId,
      external_id: event.externalId,
      metadata: event.metadata,
    },
    null,
    2,
  );
