import type { CustomField } from '@tessera/proto/api/billing/custom-field';
import type { CustomFieldRow } from './entity.ts';

/** A custom field as the API answers it. */
export const viewCustomField = ({ deletedAt: _deletedAt, ...field }: CustomFieldRow): CustomField => field;
