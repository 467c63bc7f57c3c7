/** Work in the background: event consumers and pollers. */
import { consumeMemberships } from '@tessera/kit/access/memberships';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sweep } from '@tessera/kit/background/sweep';
import { startEventSweep } from '@tessera/kit/events/sweep';
import { purgeCountedMails } from '@tessera/kit/mail/limit';
import { allRoles, type Roles } from '@tessera/kit/process/roles';
import type { Billing } from './billing.ts';
import { startCatalogChanges } from './catalog/changes/worker.ts';
import { purgeVisits } from './checkout-links/visits.ts';
import { answerCheckoutFrames } from './checkouts/answers.ts';
import { startSweeper } from './checkouts/pay/sweep.ts';
import { consumeDeliveries } from './checkouts/watch/consumers.ts';
import { answerCustomerSessions, answerPortalPages } from './customer-sessions/answers.ts';
import { startStateChanges } from './customer-states/changes.ts';
import { consumeOrganizations } from './endings/consumers.ts';
import { followCustomField } from './endings/custom-field.ts';
import { followOrganization } from './endings/organization.ts';
import { startEndings } from './endings/subscription.ts';
import { followDiscordConnected, followGitHubConnected } from './entitlements/accesses/retry.ts';
import { startAccesses } from './entitlements/accesses/worker.ts';
import { consumePurchases } from './entitlements/granting/consumers.ts';
import {
  followBenefit,
  followBenefitEdit,
  followProduct,
  followSubscription,
} from './entitlements/granting/follow.ts';
import { startFileSweep } from './files/sweep.ts';
import { consumeHistory } from './history/consumers.ts';
import { purgeKeys } from './idempotency/entity.ts';
import { startPaperSweeper } from './invoices/sweep.ts';
import { startCounting } from './lists/counts.ts';
import { consumeCodes } from './mail/codes.ts';
import { consumeEmailChanges } from './mail/email-changes.ts';
import { consumeDisabledEndpoints } from './mail/endpoints.ts';
import { consumeMemberNews } from './mail/members.ts';
import { consumeOrderRefunds } from './mail/order-refunds.ts';
import { consumeReceipts } from './mail/receipts.ts';
import { consumeRefunds } from './mail/refunds.ts';
import { consumeReminders } from './mail/reminders.ts';
import { consumeFailedRenewals } from './mail/renewals.ts';
import { consumeSubscriptionChanges } from './mail/subscription-changes.ts';
import { consumeSubscriptionEndings } from './mail/subscription-endings.ts';
import { consumeSubscriptionPauses } from './mail/subscription-pauses.ts';
import { consumeUsageAlerts } from './mail/usage-alerts.ts';
import { purgeSettings } from './notifications/entity.ts';
import { takeMethodEvent } from './payments/methods/events.ts';
import { takePaymentEvent } from './payments/settlement.ts';
import { purgeCodes } from './portal/sign-in/codes.ts';
import { purgeTries } from './portal/sign-in/limits.ts';
import { startPriceChanges } from './price-changes/apply.ts';
import { followPriceChange, followPriceWithdrawal } from './price-changes/follow.ts';
import { takeRefundEvent } from './refunds/complete.ts';
import { takeRefundElsewhere } from './refunds/elsewhere.ts';
import { startRefundSweeper } from './refunds/sweep.ts';
import { startRenewals } from './renewals/worker.ts';
import { startSummingUp } from './reports/sums.ts';
import { consumeTaxReports } from './tax-reports/consumers.ts';
import { startCopyingUsage } from './usage/clickhouse/worker.ts';
import { keepMonths, startCountingUsage } from './usage/counting/worker.ts';
import { consumeUsage } from './usage/ingestion/consumers.ts';

const hour = 3_600_000;

/** Starts what the roles of this process need. Returns what to stop at shutdown. */
export const startWorkers = async (billing: Billing, roles: Roles = allRoles): Promise<Stoppable[]> => {
  if (roles.serves) {
    await answerCustomerSessions(billing);
    await answerCheckoutFrames(billing);
    await answerPortalPages(billing);
  }
  const consumers = roles.works ? await startConsumers(billing) : [];
  const payments = billing.payments.listen(
    {
      payment: (event) => takePaymentEvent(billing, event),
      refund: (event) => takeRefundEvent(billing, event),
      refundElsewhere: (event) => takeRefundElsewhere(billing, event),
      method: (event) => takeMethodEvent(billing, event),
    },
    roles,
  );
  return [...consumers, payments, ...(roles.works ? startLoops(billing) : [])];
};

const startConsumers = async (billing: Billing): Promise<Stoppable[]> => {
  const consumers = await Promise.all([
    consumeOrganizations(billing),
    consumeMemberships(billing),
    consumePurchases(billing),
    consumeDeliveries(billing),
    consumeReceipts(billing),
    consumeRefunds(billing),
    consumeOrderRefunds(billing),
    consumeReminders(billing),
    consumeCodes(billing),
    consumeEmailChanges(billing),
    consumeFailedRenewals(billing),
    consumeSubscriptionChanges(billing),
    consumeSubscriptionEndings(billing),
    consumeSubscriptionPauses(billing),
    consumeUsageAlerts(billing),
    consumeMemberNews(billing),
    consumeDisabledEndpoints(billing),
    consumeHistory(billing),
    consumeUsage(billing),
    startStateChanges(billing),
    consumeTaxReports(billing),
  ]);
  return consumers.filter((consumer) => consumer !== null);
};

const startLoops = (billing: Billing): Stoppable[] => {
  const events = startEventSweep(billing);
  const counts = sweep({ every: hour, log: billing.log, name: 'counted mails' }, () =>
    purgeCountedMails(billing),
  );
  const keys = sweep({ every: hour, log: billing.log, name: 'idempotency keys' }, () =>
    purgeKeys(billing.db, billing.now()),
  );
  const visits = sweep({ every: hour, log: billing.log, name: 'visits to links' }, () =>
    purgeVisits(billing),
  );
  const codes = sweep({ every: hour, log: billing.log, name: 'codes of customers' }, async () => {
    await purgeCodes(billing.db.manager, billing.now());
    await purgeTries(billing.db.manager, billing.now());
  });
  const settings = sweep({ every: hour, log: billing.log, name: 'settings of former members' }, () =>
    purgeSettings(billing.db.manager),
  );
  const files = startFileSweep(billing);
  const catalogChanges = startCatalogChanges(billing, {
    product: followProduct,
    benefit: followBenefit,
    subscription: followSubscription,
    organization: followOrganization,
    custom_field: followCustomField,
    benefit_files: followBenefitEdit,
    discord_connected: followDiscordConnected,
    github_connected: followGitHubConnected,
    price_change: followPriceChange,
    price_withdrawal: followPriceWithdrawal,
  });
  return [
    startSweeper(billing),
    startRefundSweeper(billing),
    startPaperSweeper(billing),
    startEndings(billing),
    startRenewals(billing),
    startPriceChanges(billing),
    startAccesses(billing),
    startCountingUsage(billing),
    keepMonths(billing),
    startCopyingUsage(billing),
    catalogChanges,
    startCounting(billing),
    startSummingUp(billing),
    events,
    counts,
    keys,
    visits,
    codes,
    settings,
    files,
  ];
};
