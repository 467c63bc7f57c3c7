/** Subscriptions as customers see, change and cancel them (contracts/billing-behaviour.md, sections 4 and 11). */
import { kitErrors, refuseField } from '@tessera/kit/errors';
import type {
  CustomerSubscription,
  CustomerSubscriptionCancel,
  CustomerSubscriptionListQuery,
  CustomerSubscriptionUpdate,
} from '@tessera/proto/api/billing/customer-purchase';
import type { SubscriptionChangePreview } from '@tessera/proto/api/billing/subscription';
import { pageReply } from '@tessera/proto/api/page';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { getOrganization, getSeller } from '../../access/organizations/service.ts';
import { readSeller, viewSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { viewProduct } from '../../catalog/products/view.ts';
import { isOf, ownOrganizations } from '../../customer-sessions/own.ts';
import { cancelSubscription } from '../../endings/cancel.ts';
import { updateSubscription } from '../../endings/subscription.ts';
import { isAboutProduct } from '../../lists/conditions.ts';
import { findPage } from '../../lists/page.ts';
import { confirmDefault } from '../../payments/methods/save.ts';
import { previewChange } from '../../product-changes/preview.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { fillSubscriptions, findSubscription } from '../../subscriptions/find.ts';
import { subscriptionList } from '../../subscriptions/list.ts';
import { explainCancellation } from '../../subscriptions/reason.ts';
import { activeStatuses, revokedStatuses } from '../../subscriptions/rules.ts';
import { viewPendingUpdate, viewSubscription } from '../../subscriptions/view.ts';

/** All subscriptions of a customer belong to one organization: sorting by it leaves them ordered by id. */
const list = {
  ...subscriptionList,
  sorts: { ...subscriptionList.sorts, organization: 'r.organization_id' },
};

/** Returns a page of the customer's subscriptions. */
export const listOwnSubscriptions = async (
  billing: Billing,
  caller: CustomerCaller,
  query: CustomerSubscriptionListQuery,
) => {
  const { active } = query;
  const organizations = ownOrganizations(caller, query.organizationId);
  const filter = {
    organizations,
    products: query.productId && [...new Set(query.productId)],
    facets: active === undefined ? undefined : active ? activeStatuses : revokedStatuses,
    conditions: [isOf(caller), ...isAboutProduct({ text: query.query, organizations })],
  };
  const [rows, total] = await findPage(billing.db.manager, list, { filter, paging: query });
  return pageReply(await viewOwn(billing, caller.organizationId, rows), total, query);
};

/** Returns a subscription as its customer sees it. */
export const getOwnSubscription = async (
  billing: Billing,
  row: SubscriptionRow,
): Promise<CustomerSubscription> => {
  const [subscription] = await viewOwn(billing, row.organizationId, [row]);
  if (!subscription) throw kitErrors.ResourceNotFound();
  return subscription;
};

/**
 * Changes the product, or pauses or resumes, if the seller allows it, else throws NotPermitted; or cancels,
 * uncancels, or sets the reason of a cancellation.
 */
export const updateOwnSubscription = async (
  billing: Billing,
  row: SubscriptionRow,
  body: CustomerSubscriptionUpdate,
  caller: CustomerCaller,
): Promise<CustomerSubscription> => {
  const isPause = 'pauseAtPeriodEnd' in body || 'resume' in body;
  const beginsPause = 'pauseAtPeriodEnd' in body && body.pauseAtPeriodEnd;
  const isChange = 'productId' in body || 'pendingUpdate' in body;
  if (isChange) {
    await requireCustomerUpdates(billing, row);
    await chargeDefault(billing, caller);
  }
  if ('pendingUpdate' in body && row.pendingUpdate?.priceChangeId)
    throw kitErrors.NotPermitted('Only the seller can withdraw a price change.');
  if (isPause) await requirePauses(billing, row, beginsPause);
  if (isChange || isPause) await updateSubscription(billing, row, body);
  else await changeEnd(billing, row, body);
  return readAgain(billing, row);
};

/** Cancels with the end of the period. Throws AlreadyCanceledSubscription. */
export const cancelOwnSubscription = async (
  billing: Billing,
  row: SubscriptionRow,
): Promise<CustomerSubscription> => {
  await cancelSubscription(billing, row, { cancelAtPeriodEnd: true });
  return readAgain(billing, row);
};

/** Previews what a change of product would charge. Throws what the change itself would throw. */
export const previewOwnChange = async (
  billing: Billing,
  row: SubscriptionRow,
  body: { productId: string },
  caller: CustomerCaller,
): Promise<SubscriptionChangePreview> => {
  await requireCustomerUpdates(billing, row);
  await chargeDefault(billing, caller);
  return previewChange(billing, row, { body, knowsOthers: 'customerId' in caller.scope });
};

/** An authenticated customer is charged with their default card; a session of a checkout may not use it. */
const chargeDefault = async ({ db, now }: Billing, { scope }: CustomerCaller): Promise<void> => {
  if ('customerId' in scope) await confirmDefault(db.manager, now(), scope.customerId);
};

/** Throws NotPermitted if the seller does not let customers change their subscription. */
const requireCustomerUpdates = async (
  billing: Billing,
  { organizationId }: SubscriptionRow,
): Promise<void> => {
  const { subscriptionSettings } = viewSeller(await getOrganization(billing, organizationId));
  if (!subscriptionSettings.allowCustomerUpdates)
    throw kitErrors.NotPermitted('Changing the subscription is not allowed.');
};

/**
 * Throws NotPermitted if the seller does not let customers pause. Those who were offered a pause may end it, but begin
 * one only by accepting the offer, which limits its length.
 */
const requirePauses = async (
  billing: Billing,
  { organizationId }: SubscriptionRow,
  beginsPause: boolean,
): Promise<void> => {
  const { subscription } = readSeller(await getOrganization(billing, organizationId)).customerPortalSettings;
  const mayEnd = subscription.cancellationOffer?.type === 'pause';
  if (!subscription.allowPause && (beginsPause || !mayEnd))
    throw kitErrors.NotPermitted('Pausing the subscription is not allowed.');
};

const changeEnd = (billing: Billing, row: SubscriptionRow, body: CustomerSubscriptionCancel) => {
  if (Object.values(body).every((given) => given == null))
    throw refuseField(['body', 'cancel_at_period_end'], 'Field required', 'missing');
  const reason = {
    customerCancellationReason: body.cancellationReason,
    customerCancellationComment: body.cancellationComment,
  };
  return body.cancelAtPeriodEnd == null
    ? explainCancellation(billing, row, reason)
    : cancelSubscription(billing, row, { ...reason, cancelAtPeriodEnd: body.cancelAtPeriodEnd });
};

/** Returns the subscription after a change. */
export const readAgain = async (billing: Billing, row: SubscriptionRow): Promise<CustomerSubscription> =>
  getOwnSubscription(billing, (await findSubscription(billing.db.manager, row)) ?? row);

const viewOwn = async (
  billing: Billing,
  organizationId: string,
  rows: SubscriptionRow[],
): Promise<CustomerSubscription[]> => {
  const organization = viewSeller(await getSeller(billing, organizationId));
  const subscriptions = await fillSubscriptions(billing.db.manager, rows);
  return subscriptions.map((subscription) => ({
    ...viewSubscription(subscription),
    pendingUpdate: viewPendingUpdate(subscription.row),
    product: { ...viewProduct(subscription.product), organization },
  }));
};
