import type { UsageEvent } from '../../api/usage/usage.ts';

/** The event's customer: the e-mail address, else the seller's external id. */
export const customerOf = ({ customer, externalCustomerId, customerId }: UsageEvent): string =>
  customer?.email ?? externalCustomerId ?? customerId ?? '—';

/** The event as JSON in the API's form, to be read and copied; of the customer, only the ids. */
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
