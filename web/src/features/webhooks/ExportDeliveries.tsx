import {
  type DeliveryFilters,
  useLazyReadWebhookDeliveriesQuery,
  type WebhookAttempt,
} from '../../api/organization/webhooks.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

/** Payloads and responses are left out: they contain customers' data, and anything that a seller's server returns. */
const columns: ExportColumn<WebhookAttempt>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['event_id', ({ webhookEvent }) => webhookEvent.id],
  ['event_type', ({ webhookEvent }) => webhookEvent.type],
  ['succeeded', ({ succeeded }) => String(succeeded)],
  ['http_code', ({ httpCode }) => httpCode],
  ['duration_ms', ({ durationMs }) => durationMs],
  ['error', ({ error }) => error],
  ['is_test', ({ webhookEvent }) => String(webhookEvent.isTest === true)],
];

type Props = { endpointId: string; filters: DeliveryFilters };

/** Exports every delivery attempt that matches the filters as CSV. */
export const ExportDeliveries = ({ endpointId, filters }: Props) => {
  const [list] = useLazyReadWebhookDeliveriesQuery();
  return (
    <ExportRows
      isSmall
      file="webhook-deliveries"
      columns={columns}
      read={(page) => list({ endpointId, page, limit: perPage, ...filters }).unwrap()}
    />
  );
};
