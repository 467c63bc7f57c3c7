/** Alerts of usage: thresholds of meters, for one customer or for each. An addition to the contract. */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Currency, defaultCurrency } from './currencies.ts';
import { UsageAlertSortProperty } from './sorts.ts';

/**
 * What is compared with the threshold: units of the period that is open; what part of the period's credit they are, in
 * percent; or what they cost so far in a currency, in its minor units.
 */
export const UsageAlertKind = z.enum(['units', 'credit_percent', 'amount']);
export type UsageAlertKind = z.infer<typeof UsageAlertKind>;

// Earlier releases knew dollars only.
const currency = Currency.default(defaultCurrency);

/** An alert. `customerId` null: for each customer. `currency`: of an amount; what is paid in another is not counted. `isHardStop`: who reached it should not be served any more. */
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
const name = text.min(1).max(200);

/** A new alert. `organizationId` is left out by access tokens. */
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

/** Changes to an alert. Absent or null: unchanged. Who is told before and is below the threshold now is told again. */
export const UsageAlertUpdate = z.object({
  name: name.nullish(),
  kind: UsageAlertKind.nullish(),
  threshold: threshold.nullish(),
  currency: Currency.nullish(),
  isHardStop: z.boolean().nullish(),
  notifyCustomer: z.boolean().nullish(),
});
export type UsageAlertUpdate = z.output<typeof UsageAlertUpdate>;

/** Filters, order and page of the list of alerts. `customerId`: those of this customer alone. */
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

/** What a webhook tells when a customer has reached a threshold: `value` is what was compared with it. */
export const UsageAlertNotice = z.object({
  usageAlert: UsageAlert,
  customerId: z.string(),
  externalCustomerId: z.string().nullable(),
  meterId: z.string(),
  value: z.number(),
  reachedAt: timestamp,
});
export type UsageAlertNotice = z.infer<typeof UsageAlertNotice>;

/** A threshold that a customer has reached in the period that is open, within the customer's meter. */
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
