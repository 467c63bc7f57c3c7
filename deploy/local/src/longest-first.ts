import type { Test } from '@jest/test-result';
import sequencer from '@jest/test-sequencer';

/** Its types are those of CommonJS, which lie one default export deeper than what Node imports. */
const TestSequencer = sequencer as unknown as (typeof sequencer)['default'];

/** Seconds that test files took side by side with others; all the rest take less. */
const seconds: Record<string, number> = {
  'gateway/journeys/pages.browser.test.ts': 322,
  'gateway/journeys/renewals-crash.test.ts': 152,
  'gateway/journeys/design.browser.test.ts': 151,
  'gateway/journeys/admin.browser.test.ts': 144,
  'gateway/journeys/faults.test.ts': 117,
  'gateway/journeys/auth.test.ts': 112,
  'gateway/journeys/browser.test.ts': 109,
  'gateway/journeys/account.browser.test.ts': 102,
  'gateway/journeys/social.browser.test.ts': 84,
  'gateway/journeys/portal-parts.browser.test.ts': 84,
  'gateway/journeys/settings.browser.test.ts': 81,
  'gateway/journeys/crash.test.ts': 79,
  'gateway/journeys/people.browser.test.ts': 78,
  'gateway/journeys/production.test.ts': 77,
  'gateway/journeys/bad-input.test.ts': 77,
  'gateway/journeys/invitations.browser.test.ts': 75,
  'gateway/journeys/checkout.browser.test.ts': 66,
  'gateway/journeys/borders.test.ts': 59,
  'gateway/journeys/refunds-crash.test.ts': 34,
  'gateway/journeys/usage-ledger.test.ts': 31,
  'gateway/journeys/brute-force.test.ts': 30,
  'gateway/journeys/organizations.test.ts': 30,
  'services/kit/test/crash.test.ts': 28,
  'gateway/journeys/portal.browser.test.ts': 28,
  'gateway/journeys/accounts.test.ts': 27,
  'services/billing/src/renewals/usage.test.ts': 24,
};

const secondsOf = ({ path }: Test): number =>
  Object.entries(seconds).find(([name]) => path.endsWith(`/${name}`))?.[1] ?? 0;

/** Starts the longest files first, so that no worker is left alone with one of them at the end. */
export default class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    // Jest's own order, by size where it knows nothing better, decides among the rest.
    return [...(await super.sort(tests))].sort((one, other) => secondsOf(other) - secondsOf(one));
  }
}
