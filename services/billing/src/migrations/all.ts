/** The database's shape, step by step: numbered, forward only. */
import type { Migration } from '@tessera/kit/database/data-source';
import { searchKeyMigration } from '@tessera/kit/database/search';
import { inboxMigration } from '@tessera/kit/events/inbox';
import { outboxMigration, uncompressedOutboxMigration } from '@tessera/kit/events/outbox';
import { sentEventsMigration, unvacuumedSentEventsMigration } from '@tessera/kit/events/sent-events';
import { mailCountingMigration, mailLimitMigration } from '@tessera/kit/mail/limit';
import { copiesMigration } from './001-copies.ts';
import { productsMigration } from './002-products.ts';
import { customersMigration } from './003-customers.ts';
import { paymentsMigration } from './010-payments.ts';
import { checkoutsMigration } from './011-checkouts.ts';
import { ordersMigration } from './012-orders.ts';
import { grantsMigration } from './013-grants.ts';
import { settlementMigration } from './014-settlement.ts';
import { catalogChangesMigration } from './020-catalog-changes.ts';
import { listsMigration } from './021-lists.ts';
import { reportsMigration } from './030-reports.ts';
import { askedMembershipsMigration } from './031-asked-memberships.ts';
import { paymentPurposesMigration } from './032-payment-purposes.ts';
import { listMonthsMigration } from './033-list-months.ts';
import { membershipRolesMigration } from './034-membership-roles.ts';
import { metersMigration } from './040-meters.ts';
import { discountsMigration } from './041-discounts.ts';
import { customFieldsMigration } from './045-custom-fields.ts';
import { checkoutLinksMigration } from './046-checkout-links.ts';
import { filesMigration } from './050-files.ts';
import { checkoutLocaleMigration } from './055-checkout-locale.ts';
import { refundsMigration } from './064-refunds.ts';
import { orderNumbersMigration } from './066-order-numbers.ts';
import { invoicesMigration } from './067-invoices.ts';
import { idempotencyKeysMigration } from './068-idempotency-keys.ts';
import { endingSubscriptionsMigration } from './070-ending-subscriptions.ts';
import { renewalsMigration } from './071-renewals.ts';
import { customerMetersMigration, usageEventsMigration } from './080-usage-events.ts';
import { subscriptionChangesMigration } from './086-subscription-changes.ts';
import { trialsAndPausesMigration } from './087-trials-and-pauses.ts';
import { organizationSnapshotsMigration } from './090-organization-snapshots.ts';
import { customerSessionsMigration } from './091-customer-sessions.ts';
import { customerCodesMigration } from './092-customer-codes.ts';
import { cardSetupsMigration } from './093-card-setups.ts';
import { licenseKeysMigration } from './094-license-keys.ts';
import { platformsMigration } from './095-platforms.ts';
import { taxMigration } from './100-tax.ts';
import { taxRegistrationsMigration } from './101-tax-registrations.ts';
import { paymentPlacesMigration } from './105-payment-places.ts';
import { historyMigration } from './110-history.ts';
import { currenciesMigration } from './115-currencies.ts';
import { taxTransactionsMigration } from './116-tax-transactions.ts';
import { metricSumsMigration } from './120-metric-sums.ts';
import { notificationSettingsMigration } from './121-notification-settings.ts';
import { dunningMigration } from './125-dunning.ts';
import { trialsWithoutCardsMigration } from './126-trials-without-cards.ts';
import { priceChangesMigration } from './127-price-changes.ts';
import { usageCorrectionsMigration } from './134-usage-corrections.ts';
import { usageAlertsMigration } from './135-usage-alerts.ts';
import { tariffsMigration } from './136-tariffs.ts';
import { usageRetentionMigration } from './137-usage-retention.ts';
import { usageCopiesMigration } from './140-usage-copies.ts';
import { cardFingerprintsMigration } from './143-card-fingerprints.ts';
import { taxesInsideMigration } from './144-taxes-inside.ts';
import { usageExternalCustomersMigration } from './147-usage-external-customers.ts';
import { usageAlertCurrencyMigration } from './149-usage-alert-currency.ts';
import { chosenCardsMigration } from './150-chosen-cards.ts';
import { endedEntriesMigration } from './151-ended-entries.ts';
import { trialsHadMigration } from './152-trials-had.ts';
import { alphabeticalListsMigration } from './153-alphabetical-lists.ts';
import { movementSumsMigration } from './155-movement-sums.ts';
import { repeatedSubscriptionsMigration } from './156-repeated-subscriptions.ts';
import { carriedAmountsMigration } from './157-carried-amounts.ts';
import { walletsMigration } from './158-wallets.ts';
import { usageDaysMigration, usageQuartersMigration } from './162-usage-sums.ts';
import { endedReasonsMigration } from './164-ended-reasons.ts';
import { spentCreditMigration } from './165-spent-credit.ts';
import { givenAccountsMigration } from './166-given-accounts.ts';
import { priceOrderMigration } from './167-price-order.ts';
import { searchedOrdersMigration } from './168-searched-orders.ts';
import { smallBusinessesMigration } from './169-small-businesses.ts';
import { presentCustomersMigration } from './170-present-customers.ts';
import { connectingBrowsersMigration } from './173-connecting-browsers.ts';
import { countedSubscriptionsMigration } from './175-counted-subscriptions.ts';
import { pausedEndingsMigration } from './185-paused-endings.ts';
import { countedBenefitsMigration } from './186-counted-benefits.ts';
import { longListsMigration } from './187-long-lists.ts';
import { waitingAdoptionsMigration } from './188-waiting-adoptions.ts';
import { notedByStatementMigration } from './189-noted-by-statement.ts';
import { droppedTextIndexesMigration, searchKeysMigration } from './190-search-keys.ts';
import { emptyPeriodsMigration, periodOrdersMigration, periodStartsMigration } from './192-empty-periods.ts';
import { waitingTermsMigration } from './195-waiting-terms.ts';
import { meterCreditsMigration } from './196-meter-credits.ts';

export const migrations: Migration[] = [
  outboxMigration,
  inboxMigration,
  mailLimitMigration,
  copiesMigration,
  productsMigration,
  customersMigration,
  paymentsMigration,
  checkoutsMigration,
  ordersMigration,
  grantsMigration,
  settlementMigration,
  catalogChangesMigration,
  listsMigration,
  reportsMigration,
  askedMembershipsMigration,
  paymentPurposesMigration,
  listMonthsMigration,
  membershipRolesMigration,
  metersMigration,
  discountsMigration,
  customFieldsMigration,
  checkoutLinksMigration,
  filesMigration,
  checkoutLocaleMigration,
  refundsMigration,
  orderNumbersMigration,
  invoicesMigration,
  idempotencyKeysMigration,
  endingSubscriptionsMigration,
  renewalsMigration,
  usageEventsMigration,
  customerMetersMigration,
  subscriptionChangesMigration,
  trialsAndPausesMigration,
  organizationSnapshotsMigration,
  customerSessionsMigration,
  customerCodesMigration,
  cardSetupsMigration,
  licenseKeysMigration,
  platformsMigration,
  taxMigration,
  taxRegistrationsMigration,
  paymentPlacesMigration,
  historyMigration,
  currenciesMigration,
  taxTransactionsMigration,
  dunningMigration,
  trialsWithoutCardsMigration,
  priceChangesMigration,
  usageCorrectionsMigration,
  usageAlertsMigration,
  tariffsMigration,
  usageRetentionMigration,
  metricSumsMigration,
  notificationSettingsMigration,
  cardFingerprintsMigration,
  taxesInsideMigration,
  usageExternalCustomersMigration,
  usageAlertCurrencyMigration,
  usageCopiesMigration,
  chosenCardsMigration,
  endedEntriesMigration,
  trialsHadMigration,
  alphabeticalListsMigration,
  movementSumsMigration,
  repeatedSubscriptionsMigration,
  carriedAmountsMigration,
  walletsMigration,
  mailCountingMigration,
  usageDaysMigration,
  usageQuartersMigration,
  uncompressedOutboxMigration,
  endedReasonsMigration,
  sentEventsMigration,
  spentCreditMigration,
  givenAccountsMigration,
  priceOrderMigration,
  searchedOrdersMigration,
  smallBusinessesMigration,
  presentCustomersMigration,
  connectingBrowsersMigration,
  countedSubscriptionsMigration,
  unvacuumedSentEventsMigration,
  pausedEndingsMigration,
  countedBenefitsMigration,
  longListsMigration,
  waitingAdoptionsMigration,
  notedByStatementMigration,
  searchKeyMigration,
  searchKeysMigration,
  droppedTextIndexesMigration,
  emptyPeriodsMigration,
  periodOrdersMigration,
  periodStartsMigration,
  waitingTermsMigration,
  meterCreditsMigration,
];
