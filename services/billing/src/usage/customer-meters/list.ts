/** Reads customers' meters for the API. */
import { readableOrganizations } from '@tessera/kit/access/rules';
import { kitErrors } from '@tessera/kit/errors';
import type { RowStep } from '@tessera/kit/http/endpoint';
import { customerOf } from '@tessera/kit/http/passport';
import type {
  CustomerCustomerMeter,
  CustomerCustomerMeterListQuery,
  CustomerMeter,
  CustomerMeterListQuery,
} from '@tessera/proto/api/billing/customer-meter';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller, CustomerCaller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { findMetersByIds } from '../../catalog/meters/find.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import { containsText, isOneOf } from '../../lists/conditions.ts';
import { alphabetical, type Condition, type List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { findReachedAlerts } from '../alerts/find.ts';
import { keyOf } from '../figures/pairs.ts';
import { findCosts } from './amounts.ts';
import { CustomerMeterEntity, type CustomerMeterRow } from './entity.ts';
import { findCustomerMeter } from './find.ts';
import { viewCustomerMeter, viewOwnMeter } from './view.ts';

const list: List<CustomerMeterRow> = {
  entity: CustomerMeterEntity,
  table: 'customer_meters',
  time: 'created_at',
  sorts: {
    created_at: 'r.created_at',
    modified_at: 'r.modified_at',
    customer_id: 'r.customer_id',
    customer_name: alphabetical('customer.name'),
    meter_id: 'r.meter_id',
    meter_name: alphabetical('meter.name'),
    consumed_units: 'r.consumed_units',
    credited_units: 'r.credited_units',
    balance: 'r.balance',
  },
};

/** Returns a page of the meters of customers in the caller's organizations. */
export const listCustomerMeters = async (billing: Billing, caller: Caller, query: CustomerMeterListQuery) => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const conditions = [
    ...isOneOf('r.customer_id', query.customerId),
    ...isOneOf('r.meter_id', query.meterId),
    ...isOfExternal(organizations, query.externalCustomerId),
  ];
  const filter = { organizations, conditions };
  const [rows, total] = await findPage(billing.db.manager, list, { filter, paging: query });
  return pageReply(await fill(billing, rows), total, query);
};

/** The subquery must not name the row's organization: before Postgres 17 it would run for each row. */
const isOfExternal = (
  organizations: readonly string[],
  externalIds: readonly string[] | undefined,
): Condition[] =>
  externalIds
    ? [
        (bind) =>
          `r.customer_id IN (SELECT c.id FROM customers c WHERE c.organization_id = ANY(${bind(organizations)}::uuid[])
             AND c.external_id = ANY(${bind(externalIds)}::text[]) AND c.deleted_at IS NULL)`,
      ]
    : [];

const fill = async ({ db }: Billing, rows: readonly CustomerMeterRow[]): Promise<CustomerMeter[]> => {
  const customers = await findCustomersByIds(
    db.manager,
    rows.map(({ customerId }) => customerId),
  );
  const meters = await metersOf(db.manager, rows);
  const reached = await findReachedAlerts(
    db.manager,
    rows.map(({ customerId }) => customerId),
  );
  const costs = await findCosts(db.manager, rows);
  return rows.flatMap((row) => {
    const customer = customers.find(({ id }) => id === row.customerId);
    const meter = meters.find(({ id }) => id === row.meterId);
    return customer && meter
      ? [
          viewCustomerMeter(row, {
            customer,
            meter,
            alerts: reached.get(keyOf(row)) ?? [],
            cost: costs.get(keyOf(row)),
          }),
        ]
      : [];
  });
};

const metersOf = (em: Billing['db']['manager'], rows: readonly CustomerMeterRow[]) =>
  findMetersByIds(
    em,
    rows.map(({ meterId }) => meterId),
  );

export const getCustomerMeter = async (billing: Billing, row: CustomerMeterRow): Promise<CustomerMeter> => {
  const [meter] = await fill(billing, [row]);
  if (!meter) throw kitErrors.ResourceNotFound();
  return meter;
};

/** Throws NotPermitted for a checkout's session whose buyer only typed the e-mail address. */
const ownCustomerId = ({ scope }: CustomerCaller): string => {
  if (!('customerId' in scope)) throw kitErrors.NotPermitted('This session is limited to its own purchase.');
  return scope.customerId;
};

/** Returns a page of the meters of the session's customer. */
export const listOwnMeters = async (
  { db }: Billing,
  customer: CustomerCaller,
  query: CustomerCustomerMeterListQuery,
) => {
  const conditions = [
    ...isOneOf('r.customer_id', [ownCustomerId(customer)]),
    ...isOneOf('r.meter_id', query.meterId),
    ...containsText(['m.name'], query.query).map(
      (condition): Condition =>
        (bind) =>
          `r.meter_id IN (SELECT m.id FROM meters m WHERE m.organization_id = r.organization_id AND ${condition(bind)})`,
    ),
  ];
  const filter = { organizations: [customer.organizationId], conditions };
  const [rows, total] = await findPage(db.manager, list, { filter, paging: query });
  const meters = await metersOf(db.manager, rows);
  const reached = await findOwnAlerts(db.manager, rows);
  const costs = await findCosts(db.manager, rows);
  const items = rows.flatMap((row): CustomerCustomerMeter[] => {
    const meter = meters.find(({ id }) => id === row.meterId);
    return meter ? [viewOwnMeter(row, { meter, alerts: reached(row), cost: costs.get(keyOf(row)) })] : [];
  });
  return pageReply(items, total, query);
};

/** Customers see alerts that notify them, and all hard stops. */
const findOwnAlerts = async (em: Billing['db']['manager'], rows: readonly CustomerMeterRow[]) => {
  const reached = await findReachedAlerts(
    em,
    rows.map(({ customerId }) => customerId),
  );
  return (row: CustomerMeterRow) =>
    (reached.get(keyOf(row)) ?? []).filter(({ notifyCustomer, isHardStop }) => notifyCustomer || isHardStop);
};

/** Endpoint step that finds a meter of the session's customer. */
export const ownMeter =
  ({ db }: Billing): RowStep<{ id: string }, CustomerMeterRow> =>
  async ({ params, caller }) => {
    const customerId = ownCustomerId(customerOf(caller));
    const row = await findCustomerMeter(db.manager, params);
    if (row?.customerId !== customerId) throw kitErrors.ResourceNotFound();
    return row;
  };

export const getOwnMeter = async ({ db }: Billing, row: CustomerMeterRow): Promise<CustomerCustomerMeter> => {
  const [meter] = await metersOf(db.manager, [row]);
  if (!meter) throw kitErrors.ResourceNotFound();
  const reached = await findOwnAlerts(db.manager, [row]);
  const costs = await findCosts(db.manager, [row]);
  return viewOwnMeter(row, { meter, alerts: reached(row), cost: costs.get(keyOf(row)) });
};
