/** Custom fields: what a seller asks at checkout (contracts/billing.md, section 6). */
import { z } from 'zod';
import { id, text } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { MetadataOut } from './metadata.ts';

const label = text.min(1).optional();
const formText = { formLabel: label, formHelpText: label, formPlaceholder: label };
/** Bounds of a number, or of a date in Unix seconds. */
const bounds = { ge: z.int().optional(), le: z.int().optional() };

export const CustomFieldTextProperties = z.object({
  ...formText,
  textarea: z.boolean().optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
});
export const CustomFieldNumberProperties = z.object({ ...formText, ...bounds });
export const CustomFieldDateProperties = z.object({ ...formText, ...bounds });
export const CustomFieldCheckboxProperties = z.object(formText);
export const CustomFieldSelectProperties = z.object({
  ...formText,
  options: z.array(z.object({ value: text.min(1), label: text.min(1) })),
});

const base = {
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  metadata: MetadataOut,
  slug: z.string(),
  name: z.string(),
  organizationId: z.string(),
};

export const CustomFieldText = z.object({
  ...base,
  type: z.literal('text'),
  properties: CustomFieldTextProperties,
});
export const CustomFieldNumber = z.object({
  ...base,
  type: z.literal('number'),
  properties: CustomFieldNumberProperties,
});
export const CustomFieldDate = z.object({
  ...base,
  type: z.literal('date'),
  properties: CustomFieldDateProperties,
});
export const CustomFieldCheckbox = z.object({
  ...base,
  type: z.literal('checkbox'),
  properties: CustomFieldCheckboxProperties,
});
export const CustomFieldSelect = z.object({
  ...base,
  type: z.literal('select'),
  properties: CustomFieldSelectProperties,
});

/** A custom field of any kind. */
export const CustomField = z.discriminatedUnion('type', [
  CustomFieldText,
  CustomFieldNumber,
  CustomFieldDate,
  CustomFieldCheckbox,
  CustomFieldSelect,
]);
export type CustomField = z.infer<typeof CustomField>;

/** A custom field of a product, in its place. */
export const AttachedCustomField = z.object({
  customFieldId: z.string(),
  customField: CustomField,
  order: z.int(),
  required: z.boolean(),
});
export type AttachedCustomField = z.infer<typeof AttachedCustomField>;

/** A custom field to ask for at a product's checkout; the list's order is the form's. */
export const AttachedCustomFieldCreate = z.object({ customFieldId: id, required: z.boolean() });
export type AttachedCustomFieldCreate = z.infer<typeof AttachedCustomFieldCreate>;
