import { useLazyListWebhookEndpointsQuery, type WebhookEndpoint } from '../../api/organization/webhooks.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

const columns: ExportColumn<WebhookEndpoint>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['url', ({ url }) => url],
  ['format', ({ format }) => format],
  ['events', ({ events }) => events.join(' ')],
  ['enabled', ({ enabled }) => String(enabled)],
  ['is_failing', ({ isFailing }) => String(isFailing)],
];

/** Exports all endpoints as CSV. */
export const ExportEndpoints = ({ organizationId }: { organizationId: string }) => {
  const [list] = useLazyListWebhookEndpointsQuery();
  return (
    <ExportRows
      file="webhook-endpoints"
      columns={columns}
      read={(page) => list({ organizationId, page, limit: perPage }).unwrap()}
    />
  );
};
