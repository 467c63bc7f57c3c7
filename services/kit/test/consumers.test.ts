import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Where each consumer begins when it is new. Copies, and what comes to the same however often it is done, begin with
 * the stream; effects begin now: none of them is about an event from before the service was there (see README.md).
 */
const chosen = {
  'billing-checkout-deliveries': 'now',
  'billing-code-mails': 'now',
  'billing-email-change-mails': 'now',
  'billing-endpoint-mails': 'now',
  'billing-grants': 'now',
  'billing-history': 'with the stream',
  'billing-member-mails': 'now',
  'billing-memberships': 'with the stream',
  'billing-organizations': 'with the stream',
  'billing-receipts': 'now',
  'billing-order-refund-mails': 'now',
  'billing-purchase-reminders': 'now',
  'billing-renewal-mails': 'now',
  'billing-subscription-change-mails': 'now',
  'billing-subscription-ending-mails': 'now',
  'billing-subscription-pause-mails': 'now',
  'billing-tax-reports': 'now',
  'billing-refund-mails': 'now',
  'billing-usage-alert-mails': 'now',
  'billing-usage-ingest': 'with the stream',
  'identity-account-mail': 'now',
  'identity-active-organizations': 'with the stream',
  'identity-verification-mail': 'now',
  'organization-ending-mail': 'now',
  'organization-invitation-mail': 'now',
  'organization-oauth-consent-mail': 'now',
  'organization-users': 'with the stream',
  'webhook-events': 'now',
  'webhook-memberships': 'with the stream',
  'webhook-organizations': 'with the stream',
};

const services = path.join(import.meta.dirname, '../..');

const sourcesOf = (service: string): string[] =>
  readdirSync(path.join(services, service, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(services, service, 'src', file), 'utf8'));

/** Sources of a service, with those of kit's that hold a consumer which the service starts. */
const consumingSourcesOf = (service: string): string[] => {
  const sources = sourcesOf(service);
  const isStarted = sources.some((text) => /\bconsumeMemberships\(/.test(text));
  return isStarted
    ? [...sources, readFileSync(path.join(services, 'kit/src/access/memberships.ts'), 'utf8')]
    : sources;
};

/** The durables that a service's sources name, and where they begin. A name that is a constant is looked up. */
const consumersOf = (service: string): [string, string][] => {
  const all = consumingSourcesOf(service).join('\n');
  return [...all.matchAll(/\bconsume\(\{\s*name: ([^,]+),\s*begin: '([^']+)',/g)].map(
    ([, name = '', begin = '']) => {
      const literal = /^'(.+)'$/.exec(name) ?? new RegExp(`const ${name} = '([^']+)'`).exec(all);
      return [`${service}-${literal?.[1] ?? name}`, begin];
    },
  );
};

describe('the consumers of all services', () => {
  it('begin where it was decided, each of them', () => {
    const names = ['billing', 'identity', 'organization', 'webhook'];
    const found = names.flatMap(consumersOf);
    expect(Object.fromEntries(found)).toEqual(chosen);
    const calls = names.flatMap((name) =>
      consumingSourcesOf(name).flatMap((text) => text.match(/\bconsume\(/g) ?? []),
    );
    expect(found).toHaveLength(calls.length);
  });
});
