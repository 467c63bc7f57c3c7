import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { WebhookEventStatus } from '@tessera/proto/api/webhook/delivery';
import type { DeliveryFilters } from '../../api/webhooks.ts';
import { beginningOf } from '../../ui/filters/days.ts';
import type { ListState } from '../../ui/list-state.ts';

/** Which deliveries the server is asked for, by what the address says; nothing for what it made up. */
export const filtersOf = (list: ListState): DeliveryFilters => ({
  status: WebhookEventStatus.safeParse(list.filter('status')).data,
  eventType: WebhookEventType.safeParse(list.filter('event')).data,
  startTimestamp: beginningOf(list.filter('from')),
  endTimestamp: beginningOf(list.filter('until'), 1),
  query: list.filter('query') || undefined,
});
