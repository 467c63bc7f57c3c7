/** Meters of customers: consumption and remaining credit (contracts/billing.md, section 3). */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Customer } from './customer.ts';
import { Meter } from './meter.ts';
import { CustomerCustomerMeterSortProperty, CustomerMeterSortProperty } from './sorts.ts';
import { ReachedAlert } from './usage-alert.ts';

const facts = {
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  customerId: z.string(),
  meterId: z.string(),
  consumedUnits: z.number(),
  creditedUnits: z.int(),
  balance: z.number(),
  isStopped: z.boolean(),
  alerts: z.array(ReachedAlert),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
};

/**
 * A customer's meter since its last reset: `balance` is credited minus consumed units. `alerts` and `isStopped` as in
 * the customer's state. `amount`: the cost so far in minor units of `currency`; null: no subscription charges it.
 */
export const CustomerMeter = z.object({ ...facts, customer: Customer, meter: Meter });
export type CustomerMeter = z.infer<typeof CustomerMeter>;

/** Filters, order and page of the list of customers' meters. */
export const CustomerMeterListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  externalCustomerId: oneOrMany(text.max(500)).optional(),
  meterId: oneOrMany(id).optional(),
  sorting: sortingOf(CustomerMeterSortProperty, '-modified_at'),
});
export type CustomerMeterListQuery = z.output<typeof CustomerMeterListQuery>;

/** A page of customers' meters. */
export const CustomerMeterPage = pageOf(CustomerMeter);

/** A customer's meter as the customer sees it. */
export const CustomerCustomerMeter = z.object({
  ...facts,
  meter: Meter.pick({ createdAt: true, modifiedAt: true, id: true, name: true }),
});
export type CustomerCustomerMeter = z.infer<typeof CustomerCustomerMeter>;

/** Filters, order and page of the meters of a customer session. `query` searches the meter's name. */
export const CustomerCustomerMeterListQuery = PageQuery.extend({
  meterId: oneOrMany(id).optional(),
  query: text.max(500).optional(),
  sorting: sortingOf(CustomerCustomerMeterSortProperty, '-modified_at'),
});
export type CustomerCustomerMeterListQuery = z.output<typeof CustomerCustomerMeterListQuery>;

/** A page of a customer's own meters. */
export const CustomerCustomerMeterPage = pageOf(CustomerCustomerMeter);
