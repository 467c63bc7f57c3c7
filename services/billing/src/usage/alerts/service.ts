/** Creates, changes and deletes alerts. Customers beyond a new threshold are reported immediately. */
import { organizationOfCreate, readableOrganizations } from '@tessera/kit/access/rules';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { sql } from '@tessera/kit/database/sql';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type {
  UsageAlert,
  UsageAlertCreate,
  UsageAlertListQuery,
  UsageAlertUpdate,
} from '@tessera/proto/api/billing/usage-alert';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { findMeter } from '../../catalog/meters/find.ts';
import { findCustomerById } from '../../customers/find.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { containsText, isOneOf } from '../../lists/conditions.ts';
import { alphabetical, type List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import type { Pair } from '../figures/pairs.ts';
import { lockUsage } from '../locks.ts';
import { checkAlerts } from './check.ts';
import { UsageAlertEntity, type UsageAlertRow } from './entity.ts';
import { viewUsageAlert } from './view.ts';

export const createUsageAlert = async (
  billing: Billing,
  caller: Caller,
  body: UsageAlertCreate,
): Promise<UsageAlert> => {
  const organizationId = await organizationOfCreate(billing, caller, body.organizationId);
  const { name, meterId, kind, currency, isHardStop, notifyCustomer, customerId = null } = body;
  const row: UsageAlertRow = {
    id: uuidv7(),
    createdAt: billing.now(),
    modifiedAt: null,
    organizationId,
    name,
    meterId,
    customerId,
    kind,
    threshold: String(body.threshold),
    currency,
    isHardStop,
    notifyCustomer,
  };
  return transact(billing.db, async (em) => {
    const meter = await findMeter(em, { id: meterId });
    if (meter?.organizationId !== organizationId)
      throw refuseField(['body', 'meter_id'], 'Meter does not exist.');
    const customer = customerId === null ? null : await findCustomerById(em, customerId);
    if (customerId !== null && customer?.organizationId !== organizationId)
      throw refuseField(['body', 'customer_id'], 'Customer does not exist.');
    await lockUsage(em, organizationId);
    await em.insert(UsageAlertEntity, row);
    await checkCustomers(em, billing.now(), row);
    return viewUsageAlert(row);
  });
};

export const updateUsageAlert = (
  billing: Billing,
  { id, organizationId }: UsageAlertRow,
  body: UsageAlertUpdate,
): Promise<UsageAlert> =>
  transact(billing.db, async (em) => {
    await lockUsage(em, organizationId);
    const row = await em.findOneBy(UsageAlertEntity, { id });
    if (!row) throw kitErrors.ResourceNotFound();
    const threshold = body.threshold ?? Number(row.threshold);
    const wished = {
      name: body.name ?? row.name,
      kind: body.kind ?? row.kind,
      threshold: threshold === Number(row.threshold) ? row.threshold : String(threshold),
      currency: body.currency ?? row.currency,
      isHardStop: body.isHardStop ?? row.isHardStop,
      notifyCustomer: body.notifyCustomer ?? row.notifyCustomer,
    };
    if (leavesAsIs(row, wished)) return viewUsageAlert(row);
    const changes = { ...wished, modifiedAt: billing.now() };
    await em.update(UsageAlertEntity, { id }, changes);
    await checkCustomers(em, billing.now(), row);
    return viewUsageAlert({ ...row, ...changes });
  });

export const deleteUsageAlert = ({ db }: Billing, { id, organizationId }: UsageAlertRow): Promise<void> =>
  transact(db, async (em) => {
    await lockUsage(em, organizationId);
    const rows = await sql<{ customer_id: string }>(
      em,
      'DELETE FROM usage_alerts_reached WHERE usage_alert_id = $1 RETURNING customer_id',
      [id],
    );
    const { affected } = await em.delete(UsageAlertEntity, { id });
    if (affected === 0) throw kitErrors.ResourceNotFound();
    await markStatesChanged(
      em,
      rows.map(({ customer_id }) => customer_id),
    );
  });

const customersAtOnce = 1_000;

/** Checks all customers of an alert, whose meters are locked meanwhile, so that no events are counted for them. */
const checkCustomers = async (em: EntityManager, now: Date, alert: UsageAlertRow): Promise<void> => {
  const pairs = await sql<Pair>(
    em,
    `SELECT customer_id AS "customerId", meter_id AS "meterId" FROM customer_meters
     WHERE meter_id = $1 AND ($2::uuid IS NULL OR customer_id = $2) ORDER BY customer_id, meter_id FOR UPDATE`,
    [alert.meterId, alert.customerId],
  );
  for (let from = 0; from < pairs.length; from += customersAtOnce) {
    const some = pairs.slice(from, from + customersAtOnce);
    await checkAlerts(em, now, some);
    await markStatesChanged(
      em,
      some.map(({ customerId }) => customerId),
    );
  }
};

const list: List<UsageAlertRow> = {
  entity: UsageAlertEntity,
  table: 'usage_alerts',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', name: alphabetical('r.name') },
};

/** Returns a page of the alerts of the caller's organizations. */
export const listUsageAlerts = async (billing: Billing, caller: Caller, query: UsageAlertListQuery) => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const conditions = [
    ...isOneOf('r.meter_id', query.meterId),
    ...isOneOf('r.customer_id', query.customerId),
    ...containsText(['r.name'], query.query),
  ];
  const filter = { organizations, conditions };
  const [rows, total] = await findPage(billing.db.manager, list, { filter, paging: query });
  return pageReply(rows.map(viewUsageAlert), total, query);
};
