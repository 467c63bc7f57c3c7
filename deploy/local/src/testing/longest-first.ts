import type { Test } from '@jest/test-result';
import sequencer from '@jest/test-sequencer';

/** Its types are those of CommonJS, where the default export is one level deeper than what Node imports. */
const TestSequencer = sequencer as unknown as (typeof sequencer)['default'];

/** Seconds that test files took when run concurrently with others; all other files take less. */
const seconds: Record<string, number> = {
  'gateway/journeys/pages.browser.test.ts': 361,
  'gateway/journeys/admin.browser.test.ts': 155,
  'gateway/journeys/auth.test.ts': 138,
  'gateway/journeys/browser.test.ts': 110,
  'gateway/journeys/stripe-crash.test.ts': 97,
  'gateway/journeys/account.browser.test.ts': 91,
  'gateway/journeys/bad-input.test.ts': 86,
  'services/billing/src/main.test.ts': 85,
  'gateway/journeys/faults.test.ts': 82,
  'gateway/journeys/people.browser.test.ts': 74,
  'gateway/journeys/design.browser.test.ts': 74,
  'gateway/journeys/social.browser.test.ts': 74,
  'gateway/journeys/production.test.ts': 61,
  'gateway/journeys/crash.test.ts': 57,
  'gateway/journeys/invitations.browser.test.ts': 57,
  'gateway/journeys/settings.browser.test.ts': 53,
  'services/kit/test/crash.test.ts': 51,
  'services/billing/src/client-webhooks.test.ts': 49,
  'gateway/journeys/people-crash.test.ts': 50,
  'gateway/journeys/renewals-crash.test.ts': 48,
  'services/billing/src/renewals/dunning/dunning.test.ts': 44,
  'gateway/journeys/portal-parts.browser.test.ts': 42,
  'gateway/journeys/checkout.browser.test.ts': 42,
  'deploy/local/src/system/system.test.ts': 42,
  'services/billing/src/entitlements/accesses/accesses.test.ts': 40,
  'services/billing/src/renewals/usage.test.ts': 39,
  'services/organization/test/borders.test.ts': 33,
  'gateway/journeys/refunds-crash.test.ts': 30,
  'gateway/journeys/replicas.test.ts': 28,
  'services/billing/src/renewals/periods/together.test.ts': 28,
  'services/billing/src/reports/year.test.ts': 28,
  'services/billing/src/usage/clickhouse/copy.test.ts': 28,
  'services/billing/src/usage-command.test.ts': 27,
  'deploy/local/src/servers/servers.test.ts': 25,
  'services/billing/src/renewals/renewals.test.ts': 25,
  'gateway/journeys/stripe.browser.test.ts': 24,
  'services/billing/src/product-changes/change.test.ts': 24,
  'services/billing/src/price-changes/price-changes.test.ts': 24,
  'services/webhook/src/main.test.ts': 23,
  'services/billing/src/payments/stripe/charges.test.ts': 23,
  'services/organization/src/main.test.ts': 22,
  'services/billing/src/renewals/lifecycle.test.ts': 22,
  'services/billing/src/subscriptions/states.test.ts': 22,
  'services/kit/src/events/bus.test.ts': 21,
  'services/billing/src/checkouts/pay/stranger.test.ts': 20,
};

const secondsOf = ({ path }: Test): number =>
  Object.entries(seconds).find(([name]) => path.endsWith(`/${name}`))?.[1] ?? 0;

/** Starts the longest files first, so that no worker runs one of them alone at the end. */
export default class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    // The rest keep Jest's own order, which is by size where it has no better data.
    return [...(await super.sort(tests))].sort((one, other) => secondsOf(other) - secondsOf(one));
  }
}
