import { SubscriptionRecurringInterval } from '@polar-sh/sdk/models/components/subscriptionrecurringinterval.js';
import { BenefitGrant, BenefitGrantWebhook } from '@tessera/proto/api/billing/benefit-grant';
import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { sandboxTokens } from '@tessera/proto/api/billing/sandbox';
import { snakeCase } from '@tessera/proto/api/wire';
import { authBase } from '../routes.ts';
import { guideOf } from './guide.ts';

const guide = guideOf({ publicUrl: 'https://shop.example', basePath: authBase });
const rows = guide.split('\n').filter((line) => line.startsWith('| `'));

it('has the addresses of the installation', () => {
  expect(guide).toContain("serverURL: 'https://shop.example/api/billing'");
  expect(guide).toContain('curl https://shop.example/api/billing/v1/products');
  expect(guideOf({ publicUrl: 'https://shop.example', basePath: '/accounts' })).not.toContain(authBase);
});

it('says by what each kind of caller is known', () => {
  for (const prefix of ['oat', 'at', 'at_o', 'at_u', 'cst']) expect(guide).toContain(`tessera_${prefix}_…`);
});

it('says how an app is connected', () => {
  expect(guide).toContain("openid.discovery(new URL('https://shop.example'), CLIENT_ID, CLIENT_SECRET);");
});

it('says how an app is connected where there is no https, which the client refuses otherwise', () =>
  expect(guideOf({ publicUrl: 'http://localhost:3000', basePath: authBase })).toContain(
    `openid.discovery(new URL('http://localhost:3000'), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: [openid.allowInsecureRequests],`,
  ));

it('says how a checkout opens above a page, and each message of it', () => {
  expect(guide).toContain(
    '<script src="https://shop.example/embed/checkout.js" defer data-auto-init></script>',
  );
  for (const event of ['loaded', 'confirmed', 'failed', 'delayed', 'success', 'close'])
    expect(rows.filter((line) => line.startsWith(`| \`${event}\` |`))).toHaveLength(1);
});

it('says which intervals the SDK does not know', () => {
  const [line = ''] = /^- SDK 0\.33 knows the intervals .*$/m.exec(guide) ?? [];
  const named = [...line.matchAll(/`(\w+)`/g)].map(([, interval]) => interval);
  expect(new Set<unknown>(named)).toEqual(new Set(Object.values(SubscriptionRecurringInterval)));
});

it('has the chapter that the dashboard names', () => expect(guide).toContain('\n## Receiving webhooks\n'));

it.each(WebhookEventType.options)('says what a message about %s holds', (type) => {
  const row = rows.find((line) => line.includes(`\`${type}\``));
  expect(row).toMatch(/\| .*`[^|]+ \|$/);
});

it('names what a message about a grant holds beside the grant', () => {
  const row = rows.find((line) => line.includes('`benefit_grant.created`'));
  const own = Object.keys(BenefitGrantWebhook.shape).filter((key) => !(key in BenefitGrant.shape));
  for (const key of own) expect(row).toContain(`\`${snakeCase(key)}\``);
});

it('names every card and token of the sandbox, and what becomes of it', () => {
  for (const token of Object.keys(sandboxTokens))
    expect(rows.filter((line) => line.includes(`\`${token}\``))).toEqual([
      expect.stringMatching(/^\| `\d{16}` \| `tok_\w+` \| \w.* \|$/),
    ]);
});
