import type { CustomField } from '@tessera/proto/api/billing/custom-field';
import type { CustomFieldRow } from './entity.ts';

/** A custom field as returned by the API. */
export const viewCustomField = ({ deletedAt: _deletedAt, ...field }: CustomFieldRow): CustomField => field;
