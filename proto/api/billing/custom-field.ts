/** Custom fields: additional questions of a seller in a checkout (contracts/billing.md, section 6). */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text, visibleText } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { CustomFieldType } from './enums.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { CustomFieldSortProperty } from './sorts.ts';

const label = text.min(1).max(1000).optional();
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
  options: z.array(z.object({ value: text.min(1).max(500), label: text.min(1).max(500) })).max(500),
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

/** The properties of each type of field. */
const properties = {
  text: CustomFieldTextProperties,
  number: CustomFieldNumberProperties,
  date: CustomFieldDateProperties,
  checkbox: CustomFieldCheckboxProperties,
  select: CustomFieldSelectProperties,
};

/** Converted to lower case. */
const slug = text
  .toLowerCase()
  .min(1)
  .max(256)
  .regex(/^[a-z0-9_-]+$/, 'Must contain only lowercase letters, digits, hyphens and underscores')
  // An object that is read from JSON cannot have a key of this name: the field could never be answered.
  .refine((value) => value !== '__proto__', 'This slug cannot be used');
const name = visibleText.min(1).max(256);

const createOf = <Kind extends CustomFieldType>(type: Kind) =>
  z.object({
    metadata: MetadataIn.optional(),
    type: z.literal(type),
    slug,
    name,
    organizationId: id.nullish(),
    properties: properties[type],
  });
const updateOf = <Kind extends CustomFieldType>(type: Kind) =>
  z.object({
    metadata: MetadataIn.optional(),
    name: name.nullish(),
    slug: slug.nullish(),
    type: z.literal(type),
    properties: properties[type].nullish(),
  });

/** A new custom field. The service rejects bounds that no value can satisfy. */
export const CustomFieldCreate = z.discriminatedUnion('type', [
  createOf('text'),
  createOf('number'),
  createOf('date'),
  createOf('checkbox'),
  createOf('select'),
]);
export type CustomFieldCreate = z.output<typeof CustomFieldCreate>;

/**
 * Changes to a custom field. Absent or null: unchanged; `type` must be the current one; `properties` are replaced.
 */
export const CustomFieldUpdate = z.discriminatedUnion('type', [
  updateOf('text'),
  updateOf('number'),
  updateOf('date'),
  updateOf('checkbox'),
  updateOf('select'),
]);
export type CustomFieldUpdate = z.output<typeof CustomFieldUpdate>;

/** Filters of the list of custom fields, without its order and page. `query` searches name and slug; `slug` is ours. */
export const CustomFieldExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  query: text.max(500).optional(),
  type: oneOrMany(CustomFieldType).optional(),
  slug: oneOrMany(text).optional(),
});
export type CustomFieldExportQuery = z.output<typeof CustomFieldExportQuery>;

/** Filters, order and page of the list of custom fields. */
export const CustomFieldListQuery = PageQuery.extend({
  ...CustomFieldExportQuery.shape,
  sorting: sortingOf(CustomFieldSortProperty, 'slug'),
});
export type CustomFieldListQuery = z.output<typeof CustomFieldListQuery>;

/** A page of custom fields. */
export const CustomFieldPage = pageOf(CustomField);

/** A custom field of a product, and its position. */
export const AttachedCustomField = z.object({
  customFieldId: z.string(),
  customField: CustomField,
  order: z.int(),
  required: z.boolean(),
});
export type AttachedCustomField = z.infer<typeof AttachedCustomField>;

/** A field's texts as sanitised inline HTML, rendered from the seller's Markdown; null: no text. */
export const CustomFieldWords = z.object({
  customFieldId: z.string(),
  labelHtml: z.string().nullable(),
  helpTextHtml: z.string().nullable(),
});
export type CustomFieldWords = z.infer<typeof CustomFieldWords>;

/** A custom field of a product's checkout; the order of the list is the order of the form. */
export const AttachedCustomFieldCreate = z.object({ customFieldId: id, required: z.boolean() });
export type AttachedCustomFieldCreate = z.infer<typeof AttachedCustomFieldCreate>;
