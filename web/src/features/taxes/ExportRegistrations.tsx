import { type TaxRegistration, useLazyListTaxRegistrationsQuery } from '../../api/sales/taxes.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

const columns: ExportColumn<TaxRegistration>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['country', ({ country }) => country],
  ['state', ({ state }) => state],
  ['scheme', ({ scheme }) => scheme],
  ['percentage', ({ percentage }) => percentage],
  ['tax_number', ({ taxNumber }) => taxNumber],
  ['valid_from', ({ validFrom }) => validFrom],
  ['valid_until', ({ validUntil }) => validUntil],
];

/** Exports all registrations as CSV. */
export const ExportRegistrations = ({ organizationId }: { organizationId: string }) => {
  const [list] = useLazyListTaxRegistrationsQuery();
  return (
    <ExportRows
      file="tax-registrations"
      columns={columns}
      read={(page) => list({ organizationId, page, limit: perPage }).unwrap()}
    />
  );
};
