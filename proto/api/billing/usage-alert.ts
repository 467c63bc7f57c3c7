/** Usage alerts: thresholds of meters, for one customer or each customer. Addition to the contract. */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text, visibleText } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Currency, defaultCurrency } from './currencies.ts';
import { UsageAlertSortProperty } from './sorts.ts';

/**
 * The value compared with the threshold: units of the open period; units as a percentage of the period's credit; or
 * the cost so far in minor units of a currency.
 */
export const UsageAlertKind = z.enum(['units', 'credit_percent', 'amount']);
export type UsageAlertKind = z.infer<typeof UsageAlertKind>;

// Earlier releases supported US dollars only.
const currency = Currency.default(defaultCurrency);

/**
 * An alert. `customerId` null: for each customer. `currency`: of amounts; subscriptions in other currencies are not
 * counted. `isHardStop`: customers who reached it should not be served any more.
 */
export const UsageAlert = z.object({
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  meterId: z.string(),
  customerId: z.string().nullable(),
  kind: UsageAlertKind,
  threshold: z.number(),
  currency,
  isHardStop: z.boolean(),
  notifyCustomer: z.boolean(),
});
export type UsageAlert = z.infer<typeof UsageAlert>;

const largest = 1e15;
const threshold = z.number().positive().max(largest);
const name = visibleText.min(1).max(200);

/** A new alert. `organizationId` is omitted with access tokens. */
export const UsageAlertCreate = z.object({
  organizationId: id.nullish(),
  name,
  meterId: id,
  customerId: id.nullish(),
  kind: UsageAlertKind,
  threshold,
  currency,
  isHardStop: z.boolean().default(false),
  notifyCustomer: z.boolean().default(false),
});
export type UsageAlertCreate = z.output<typeof UsageAlertCreate>;

/**
 * Changes to an alert. Absent or null: unchanged. Customers below a new threshold are notified again when they reach
 * it.
 */
export const UsageAlertUpdate = z.object({
  name: name.nullish(),
  kind: UsageAlertKind.nullish(),
  threshold: threshold.nullish(),
  currency: Currency.nullish(),
  isHardStop: z.boolean().nullish(),
  notifyCustomer: z.boolean().nullish(),
});
export type UsageAlertUpdate = z.output<typeof UsageAlertUpdate>;

/** Filters, order and page of the list of alerts. `customerId` excludes alerts for each customer. */
export const UsageAlertListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  meterId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  query: text.max(200).optional(),
  sorting: sortingOf(UsageAlertSortProperty, '-created_at'),
});
export type UsageAlertListQuery = z.output<typeof UsageAlertListQuery>;

/** A page of alerts. */
export const UsageAlertPage = pageOf(UsageAlert);

/** Webhook payload of a reached threshold: `value` is the value that was compared with it. */
export const UsageAlertNotice = z.object({
  usageAlert: UsageAlert,
  customerId: z.string(),
  externalCustomerId: z.string().nullable(),
  meterId: z.string(),
  value: z.number(),
  reachedAt: timestamp,
});
export type UsageAlertNotice = z.infer<typeof UsageAlertNotice>;

/** A threshold that a customer has reached in the open period, as part of the customer's meter. */
export const ReachedAlert = z.object({
  usageAlertId: z.string(),
  name: z.string(),
  kind: UsageAlertKind,
  threshold: z.number(),
  currency,
  isHardStop: z.boolean(),
  reachedAt: timestamp,
});
export type ReachedAlert = z.infer<typeof ReachedAlert>;
