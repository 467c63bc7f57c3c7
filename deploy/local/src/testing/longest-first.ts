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
  'gateway/journeys/faults.test.ts': 82,
  'gateway/journeys/people.browser.test.ts': 74,
  'gateway/journeys/design.browser.test.ts': 74,
  'gateway/journeys/social.browser.test.ts': 74,
  'gateway/journeys/production.test.ts': 61,
  'gateway/journeys/crash.test.ts': 57,
  'gateway/journeys/invitations.browser.test.ts': 57,
  'gateway/journeys/settings.browser.test.ts': 53,
  'services/identity/src/security/enumeration.test.ts': 52,
  'services/identity/src/login-throttle/guesses.test.ts': 51,
  'gateway/journeys/renewals-crash.test.ts': 48,
  'deploy/local/src/system/system.test.ts': 46,
  'gateway/journeys/portal-parts.browser.test.ts': 42,
  'services/billing/src/client-webhooks.test.ts': 42,
  'gateway/journeys/checkout.browser.test.ts': 42,
  'services/billing/src/product-changes/change.test.ts': 35,
  'services/kit/test/crash.test.ts': 33,
  'services/identity/src/admin/rights.test.ts': 33,
  'services/webhook/src/main.test.ts': 32,
  'services/identity/src/sessions/sessions.test.ts': 32,
  'gateway/journeys/refunds-crash.test.ts': 30,
  'gateway/journeys/replicas.test.ts': 28,
  'services/billing/src/renewals/dunning.test.ts': 25,
  'gateway/journeys/stripe.browser.test.ts': 24,
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
