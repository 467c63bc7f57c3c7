/** The HTTP API of the billing service: the routes of every folder, and its OpenAPI description. */
import { createApp, createOperationsApp } from '@tessera/kit/http/app';
import { describeApi, descriptionRoutes } from '@tessera/kit/http/openapi';
import type { PassportReader } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { mailSampleRoutes } from '@tessera/kit/mail/samples';
import type { Metrics } from '@tessera/kit/observability/metrics';
import { billingDialect } from '@tessera/proto/api/error';
import type { Express } from 'express';
import { benefitRoutes } from './catalog/benefits/routes.ts';
import { customFieldRoutes } from './catalog/custom-fields/routes.ts';
import { discountRoutes } from './catalog/discounts/routes.ts';
import { integrationRoutes } from './catalog/integrations/routes.ts';
import { meterRoutes } from './catalog/meters/routes.ts';
import { productRoutes } from './catalog/products/routes.ts';
import { checkoutLinkRoutes } from './checkout-links/routes.ts';
import { checkoutRoutes } from './checkouts/routes.ts';
import type { StreamingBilling } from './checkouts/watch/streams.ts';
import { customerRoutes } from './customers/routes.ts';
import { downloadRoutes } from './entitlements/downloads/routes.ts';
import { grantRoutes } from './entitlements/grants/routes.ts';
import { portalLicenseKeyRoutes } from './entitlements/license-keys/portal-routes.ts';
import { licenseKeyRoutes } from './entitlements/license-keys/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { keyParameter } from './idempotency/describe.ts';
import { honourKeys } from './idempotency/step.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { paymentAccountRoutes } from './payment-accounts/routes.ts';
import { paymentRoutes } from './payments/api/routes.ts';
import { accountRoutes } from './portal/accounts/routes.ts';
import { portalBenefitRoutes } from './portal/benefits/routes.ts';
import { portalDataRoutes } from './portal/data/routes.ts';
import { portalMethodRoutes } from './portal/methods/routes.ts';
import { portalProfileRoutes } from './portal/profile/routes.ts';
import { portalPurchaseRoutes } from './portal/purchases/routes.ts';
import { customerSessionRoutes } from './portal/sign-in/routes.ts';
import { portalStreamRoutes } from './portal/stream/routes.ts';
import { priceChangeRoutes } from './price-changes/routes.ts';
import { refundRoutes } from './refunds/routes.ts';
import { renewalRoutes } from './renewals/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { sellerRoutes } from './sellers/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { taxRoutes } from './taxes/routes.ts';
import { usageAlertRoutes } from './usage/alerts/routes.ts';
import { customerMeterRoutes } from './usage/customer-meters/routes.ts';
import { eventRoutes } from './usage/events/routes.ts';
import { quantityRoutes } from './usage/quantities/routes.ts';
import { walletRoutes } from './wallets/routes.ts';

const base = '/api/billing/v1';

export type AppOptions = { metrics: Metrics; passports: PassportReader; checkReplies: boolean };

/** All routes of the API. */
export const routes = (billing: StreamingBilling): Router =>
  Router()
    // Before `/…/:id`, so that `export` is not taken as an id.
    .use(exportRoutes(billing))
    .use(eventRoutes(billing))
    .use(portalLicenseKeyRoutes(billing))
    .use(productRoutes(billing))
    .use(benefitRoutes(billing))
    .use(customFieldRoutes(billing))
    .use(discountRoutes(billing))
    .use(meterRoutes(billing))
    .use(quantityRoutes(billing))
    .use(customerMeterRoutes(billing))
    .use(usageAlertRoutes(billing))
    .use(walletRoutes(billing))
    .use(grantRoutes(billing))
    .use(integrationRoutes(billing))
    .use(accountRoutes(billing))
    .use(licenseKeyRoutes(billing))
    .use(customerRoutes(billing))
    .use(checkoutRoutes(billing))
    .use(checkoutLinkRoutes(billing))
    .use(orderRoutes(billing))
    .use(renewalRoutes(billing))
    .use(refundRoutes(billing))
    .use(invoiceRoutes(billing))
    .use(paymentRoutes(billing))
    .use(paymentAccountRoutes(billing))
    .use(subscriptionRoutes(billing))
    .use(priceChangeRoutes(billing))
    .use(historyRoutes(billing))
    .use(reportRoutes(billing))
    .use(taxRoutes(billing))
    .use(searchRoutes(billing))
    .use(sellerRoutes(billing))
    .use(notificationRoutes(billing))
    .use(fileRoutes(billing))
    .use(downloadRoutes(billing))
    .use(customerSessionRoutes(billing))
    .use(portalProfileRoutes(billing))
    .use(portalMethodRoutes(billing))
    .use(portalPurchaseRoutes(billing))
    .use(portalBenefitRoutes(billing))
    .use(portalDataRoutes(billing))
    .use(portalStreamRoutes(billing))
    .use(billing.payments.routes);

const checksOf = (billing: StreamingBilling) => ({
  log: billing.log,
  checks: { database: () => billing.db.query('SELECT 1') },
  dispensable: { bus: () => billing.bus.check() },
});

/** The app of a worker process: health and metrics only. */
export const createWorkerApp = (
  billing: StreamingBilling,
  { metrics }: Pick<AppOptions, 'metrics'>,
): Express => createOperationsApp({ ...checksOf(billing), metrics });

/** The app that `main.ts` and tests serve. */
export const createBillingApp = (billing: StreamingBilling, options: AppOptions): Express => {
  const api = routes(billing);
  return createApp({
    ...options,
    ...checksOf(billing),
    mounts: [
      {
        path: base,
        dialect: billingDialect,
        // Uploaded parts are raw bytes and must not be parsed, even if their type is JSON or a form.
        unread: Router().use(billing.payments.webhooks).use(billing.files.store.routes),
        routes: Router().use(honourKeys(billing)).use(api),
      },
    ],
    internal: Router()
      .use(descriptionRoutes(() => describeApi(base, api, { post: [keyParameter] })))
      .use(mailSampleRoutes(options.checkReplies, loadSamples)),
  });
};

const loadSamples = async () => (await import('./mail/templates/samples.ts')).sampleMails();
