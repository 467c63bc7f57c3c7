import { spreadsheetJson } from '@tessera/proto/api/spreadsheet-text';
import type { FullLicenseKey } from '../../api/sales/license-keys.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';

type Activation = FullLicenseKey['activations'][number];

const columns: ExportColumn<Activation>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['license_key_id', ({ licenseKeyId }) => licenseKeyId],
  ['label', ({ label }) => label],
  ['meta', ({ meta }) => spreadsheetJson(meta)],
];

/** Exports the activations of a key as CSV. They come with the key, all at once. */
export const ExportActivations = ({ activations }: { activations: Activation[] }) => (
  <ExportRows
    isSmall
    file="license-key-activations"
    columns={columns}
    read={() => Promise.resolve({ items: activations, pagination: { maxPage: 1 } })}
  />
);
