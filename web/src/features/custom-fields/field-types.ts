import type { CustomField } from '../../api/custom-fields.ts';
import { t } from '../../i18n/t.ts';

export type FieldType = CustomField['type'];

/** In the order in which they are offered. */
export const fieldTypes = ['text', 'number', 'date', 'checkbox', 'select'] as const;

export const isFieldType = (text: string): text is FieldType => fieldTypes.some((type) => type === text);

/** A type's name for people. */
export const nameOfType = (type: FieldType): string => t(`custom-fields:types.${type}`);
