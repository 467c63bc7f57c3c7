import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import type { WebhookEndpoint } from '@tessera/proto/api/webhook/endpoint';

export type EndpointForm = { url: string; secret: string; events: string[]; form: string };

export const formOfEndpoint = (endpoint: WebhookEndpoint): EndpointForm => ({
  url: endpoint.url,
  secret: '',
  events: endpoint.events,
  form: '',
});

/** The API takes an endpoint that hears of nothing; a person surely means something. */
export const eventErrors = ({ events }: EndpointForm): Record<string, string> =>
  events.length === 0 ? { events: 'Choose at least one event.' } : {};

/** A new secret as receivers' libraries expect it: a prefix and 32 random bytes. */
export const generateSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
};

export type EventGroup = { title: string; events: WebhookEventType[] };

const titles: Record<string, string> = {
  checkout: 'Checkouts',
  customer: 'Customers',
  order: 'Orders',
  subscription: 'Subscriptions',
  refund: 'Refunds',
  product: 'Products',
  organization: 'Organization',
  benefit: 'Benefits',
  benefit_grant: 'Benefit grants',
};

/** All events there are, by what they are about, in the contract's order. */
export const eventGroups: EventGroup[] = Object.entries(
  Object.groupBy(WebhookEventType.options, (event) => event.split('.')[0] ?? event),
).map(([subject, events = []]) => ({ title: titles[subject] ?? subject, events }));
