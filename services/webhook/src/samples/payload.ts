/** The sample message of each type of event, in the shape of the real ones. */
import { Benefit } from '@tessera/proto/api/billing/benefit';
import { BenefitGrantWebhook } from '@tessera/proto/api/billing/benefit-grant';
import { Checkout } from '@tessera/proto/api/billing/checkout';
import { Customer, CustomerState } from '@tessera/proto/api/billing/customer';
import type { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { Order } from '@tessera/proto/api/billing/order';
import { Organization } from '@tessera/proto/api/billing/organization';
import { Product } from '@tessera/proto/api/billing/product';
import { Refund } from '@tessera/proto/api/billing/refund';
import { Subscription } from '@tessera/proto/api/billing/subscription';
import { UsageAlertNotice } from '@tessera/proto/api/billing/usage-alert';
import { toWire } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { benefit, organization, product } from './catalog.ts';
import { customer } from './customer.ts';
import { customerState, grant, revokedGrant, usageAlert } from './entitlements.ts';
import { openCheckout, order, paidCheckout, refund, refundedOrder } from './sale.ts';
import { endedSubscription, endingSubscription, subscription } from './subscription.ts';

type Sample = (now: Date) => unknown;

/** Drops what the shape does not declare. */
const sample =
  <Shape extends z.ZodType>(shape: Shape, value: (now: Date) => z.infer<Shape>): Sample =>
  (now) =>
    toWire(shape, value(now), 'snake');

const modified =
  <Value extends object>(value: (now: Date) => Value) =>
  (now: Date): Value => ({ ...value(now), modifiedAt: now });

const samples: Record<WebhookEventType, Sample> = {
  'checkout.created': sample(Checkout, openCheckout),
  'checkout.updated': sample(Checkout, paidCheckout),
  'customer.created': sample(Customer, customer),
  'customer.updated': sample(Customer, modified(customer)),
  'customer.deleted': sample(Customer, (now) => ({ ...customer(now), deletedAt: now })),
  'customer.state_changed': sample(CustomerState, customerState),
  'order.created': sample(Order, order),
  'order.updated': sample(Order, order),
  'order.paid': sample(Order, order),
  'order.refunded': sample(Order, refundedOrder),
  'subscription.created': sample(Subscription, subscription),
  // One that goes on would tell chats nothing (`isForChats`).
  'subscription.updated': sample(Subscription, endingSubscription),
  'subscription.active': sample(Subscription, subscription),
  'subscription.canceled': sample(Subscription, endingSubscription),
  'subscription.uncanceled': sample(Subscription, subscription),
  'subscription.revoked': sample(Subscription, endedSubscription),
  'refund.created': sample(Refund, refund),
  'refund.updated': sample(Refund, modified(refund)),
  'product.created': sample(Product, product),
  'product.updated': sample(Product, modified(product)),
  'organization.updated': sample(Organization, organization),
  'benefit.created': sample(Benefit, benefit),
  'benefit.updated': sample(Benefit, modified(benefit)),
  'benefit_grant.created': sample(BenefitGrantWebhook, grant),
  'benefit_grant.updated': sample(BenefitGrantWebhook, modified(grant)),
  'benefit_grant.cycled': sample(BenefitGrantWebhook, modified(grant)),
  'benefit_grant.revoked': sample(BenefitGrantWebhook, revokedGrant),
  'usage_alert.reached': sample(UsageAlertNotice, usageAlert),
};

/** The body of a test event, as of now. */
export const samplePayload = (type: WebhookEventType, now: Date): string =>
  JSON.stringify({ type, data: samples[type](now) });
