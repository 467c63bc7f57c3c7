import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import type { WebhookFormat } from '@tessera/proto/api/webhook/endpoint';
import type { WebhookEndpoint } from '../../api/organization/webhooks.ts';
import { t } from '../../i18n/t.ts';

export type EndpointForm = {
  url: string;
  format: WebhookFormat;
  secret: string;
  events: string[];
  form: string;
};

export const formOfEndpoint = (endpoint: WebhookEndpoint): EndpointForm => ({
  url: endpoint.url,
  format: endpoint.format,
  secret: '',
  events: endpoint.events,
  form: '',
});

/** The API accepts an endpoint without events; in the form that is surely a mistake. */
export const eventErrors = ({ events }: EndpointForm): Record<string, string> =>
  events.length === 0 ? { events: t('webhooks:chooseAtLeastOneEvent') } : {};

/** The format that a URL requires: a chat's incoming webhook accepts only its own; null for other URLs. */
export const formatOfUrl = (url: string): WebhookFormat | null => {
  const { host = '', pathname = '' } = URL.parse(url.trim()) ?? {};
  if (/^([a-z]+\.)?discord(app)?\.com$/.test(host) && pathname.startsWith('/api/webhooks/')) return 'discord';
  return /^hooks\.slack(-gov)?\.com$/.test(host) ? 'slack' : null;
};

export const formatNames = (): Record<WebhookFormat, string> => ({
  raw: t('webhooks:formatRaw'),
  discord: 'Discord',
  slack: 'Slack',
});

/** A new secret in the form that receivers' libraries expect: a prefix and 32 random bytes. */
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

/** The event types, grouped by subject, in the contract's order. */
export const eventGroups = (): EventGroup[] => {
  const bySubject = Object.groupBy(WebhookEventType.options, (event) => event.split('.')[0] ?? event);
  return Object.entries(bySubject).map(([subject, events = []]) => ({
    title: titles()[subject] ?? subject,
    events,
  }));
};
