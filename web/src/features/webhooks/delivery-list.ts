import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { WebhookEventStatus } from '@tessera/proto/api/webhook/delivery';
import type { DeliveryFilters } from '../../api/organization/webhooks.ts';
import { beginningOf } from '../../ui/filters/days.ts';
import type { ListState } from '../../ui/filters/list-state.ts';
import { anyText, days, oneOf } from '../../ui/filters/values.ts';

/** Filters that the URL may hold. */
export const deliveryFilters = {
  query: anyText,
  status: oneOf(WebhookEventStatus.options),
  event: oneOf(WebhookEventType.options),
  ...days,
};

/** Builds the server query from the list state in the URL. */
export const filtersOf = (list: ListState): DeliveryFilters => ({
  status: WebhookEventStatus.safeParse(list.filter('status')).data,
  eventType: WebhookEventType.safeParse(list.filter('event')).data,
  startTimestamp: beginningOf(list.filter('from')),
  endTimestamp: beginningOf(list.filter('until'), 1),
  query: list.filter('query') || undefined,
});
