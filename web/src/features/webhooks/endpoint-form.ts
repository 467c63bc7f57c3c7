import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import type { WebhookEndpoint } from '../../api/webhooks.ts';
import { t } from '../../i18n/t.ts';

export type EndpointForm = { url: string; secret: string; events: string[]; form: string };

export const formOfEndpoint = (endpoint: WebhookEndpoint): EndpointForm => ({
  url: endpoint.url,
  secret: '',
  events: endpoint.events,
  form: '',
});

/** The API takes an endpoint that hears of nothing; a person surely means something. */
export const eventErrors = ({ events }: EndpointForm): Record<string, string> =>
  events.length === 0 ? { events: t('webhooks:chooseAtLeastOneEvent') } : {};

/** A new secret as receivers' libraries expect it: a prefix and 32 random bytes. */
export const generateSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
};

export type EventGroup = { title: string; events: WebhookEventType[] };

const titles = (): Record<string, string> => ({
  checkout: t('webhooks:checkouts'),
  customer: t('webhooks:customers'),
  order: t('webhooks:orders'),
  subscription: t('webhooks:subscriptions'),
  refund: t('webhooks:refunds'),
  product: t('webhooks:products'),
  organization: t('webhooks:organization'),
  benefit: t('webhooks:benefits'),
  benefit_grant: t('webhooks:benefitGrants'),
  usage_alert: t('webhooks:usageAlerts'),
});

/** The events that are sent, by what they are about, in the contract's order. */
export const eventGroups = (): EventGroup[] => {
  const bySubject = Object.groupBy(WebhookEventType.options, (event) => event.split('.')[0] ?? event);
  return Object.entries(bySubject).map(([subject, events = []]) => ({
    title: titles()[subject] ?? subject,
    events,
  }));
};
