import { decimalOf } from '@tessera/proto/api/money';
import { type UsageAlert, useLazyListUsageAlertsQuery } from '../../api/usage/usage-alerts.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

/** Amounts are in major units of their currency. */
const columns: ExportColumn<UsageAlert>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['name', ({ name }) => name],
  ['meter_id', ({ meterId }) => meterId],
  ['customer_id', ({ customerId }) => customerId],
  ['kind', ({ kind }) => kind],
  [
    'threshold',
    ({ kind, threshold, currency }) => (kind === 'amount' ? decimalOf(threshold, currency) : threshold),
  ],
  ['currency', ({ kind, currency }) => (kind === 'amount' ? currency : null)],
  ['is_hard_stop', ({ isHardStop }) => String(isHardStop)],
  ['notify_customer', ({ notifyCustomer }) => String(notifyCustomer)],
];

/** Exports all alerts of a meter as CSV. */
export const ExportAlerts = (asked: { organizationId: string; meterId: string }) => {
  const [list] = useLazyListUsageAlertsQuery();
  return (
    <ExportRows
      file="usage-alerts"
      columns={columns}
      read={(page) => list({ ...asked, page, limit: perPage }).unwrap()}
    />
  );
};
