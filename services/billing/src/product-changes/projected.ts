/** Previews a subscription's next order, as of now and extrapolated from the usage so far; nothing is written. */
import type { ProjectedInvoice, UpcomingInvoice } from '@tessera/proto/api/billing/subscription';
import type { Billing } from '../billing.ts';
import { findUsableBalance } from '../orders/credit.ts';
import { findWaitingLines } from '../renewals/periods/lines.ts';
import { endsBesideAnother } from '../renewals/periods/repeated.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { subscriptionErrors } from '../subscriptions/errors.ts';
import { findForecastUse } from '../usage/entries/forecast.ts';
import { fill, getUpcomingInvoice, planNext, withUse } from './preview.ts';

/** Throws like `getUpcomingInvoice`, also for a second subscription that ends with its first period. */
export const getNextInvoice = async (billing: Billing, row: SubscriptionRow): Promise<ProjectedInvoice> => {
  if (await endsBesideAnother(billing, row)) throw subscriptionErrors.AlreadyCanceledSubscription();
  return getProjectedInvoice(billing, row);
};

/** Throws like `getUpcomingInvoice`. */
export const getProjectedInvoice = async (
  billing: Billing,
  row: SubscriptionRow,
): Promise<ProjectedInvoice> => ({
  ...(await getUpcomingInvoice(billing, row)),
  forecast: await forecastInvoice(billing, row),
});

const forecastInvoice = async (billing: Billing, row: SubscriptionRow): Promise<UpcomingInvoice | null> => {
  const em = billing.db.manager;
  const used = await findForecastUse(em, row, billing.now());
  if (used === null) return null;
  const { lines, usageAmount } = await findWaitingLines(em, row);
  return planNext(billing, await fill(billing, row), {
    waiting: withUse({ lines, usageAmount }, used),
    balance: await findUsableBalance(em, row),
  });
};
