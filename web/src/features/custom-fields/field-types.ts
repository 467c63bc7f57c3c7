import type { CustomField } from '../../api/catalog/custom-fields.ts';
import { t } from '../../i18n/t.ts';

export type FieldType = CustomField['type'];

/** In the order of the menu. */
export const fieldTypes = ['text', 'number', 'date', 'checkbox', 'select'] as const;

export const isFieldType = (text: string): text is FieldType => fieldTypes.some((type) => type === text);

/** The display name of a type. */
export const nameOfType = (type: FieldType): string => t(`custom-fields:types.${type}`);
