import type { CustomFieldCreate, CustomFieldUpdate } from '@tessera/proto/api/billing/custom-field';
import { dayOf } from '@tessera/proto/api/days';
import type { z } from 'zod';
import type { CustomField } from '../../api/catalog/custom-fields.ts';
import { t } from '../../i18n/t.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import {
  changedMetadata,
  entriesOf,
  type MetadataEntry,
  metadataMistakes,
  metadataOf,
} from '../../shared/fields/metadata.ts';
import { integerOf } from '../../ui/format/typed-values.ts';
import type { FieldErrors, FieldMap } from '../../ui/forms/form-errors.ts';
import type { FieldType } from './field-types.ts';

export type Option = { key: string; value: string; label: string };

/** The values of the form: bounds as typed; days as `2026-01-31`. */
export type CustomFieldForm = {
  type: FieldType;
  name: string;
  slug: string;
  label: string;
  help: string;
  placeholder: string;
  isLong: boolean;
  least: string;
  most: string;
  options: Option[];
  metadata: MetadataEntry[];
  form: string;
};

export const customFieldFields: FieldMap = {
  'properties.formLabel': 'label',
  'properties.formHelpText': 'help',
  'properties.formPlaceholder': 'placeholder',
  'properties.minLength': 'least',
  'properties.maxLength': 'most',
  'properties.ge': 'least',
  'properties.le': 'most',
  'properties.options': 'options',
  properties: 'form',
};

let lastKey = 0;
/** A form row with a unique key. */
export const newOption = (option = { value: '', label: '' }): Option => ({ ...option, key: `o${++lastKey}` });

export const emptyField: CustomFieldForm = {
  type: 'text',
  name: '',
  slug: '',
  label: '',
  help: '',
  placeholder: '',
  isLong: false,
  least: '',
  most: '',
  options: [],
  metadata: [],
  form: '',
};

const typed = (value: number | undefined): string => (value === undefined ? '' : String(value));
const typedDay = (seconds: number | undefined): string => (seconds === undefined ? '' : dayOf(seconds));

/** The form values of an existing field. */
export const formOfField = (field: CustomField): CustomFieldForm => ({
  ...emptyField,
  type: field.type,
  name: field.name,
  slug: field.slug,
  label: field.properties.formLabel ?? '',
  help: field.properties.formHelpText ?? '',
  placeholder: field.properties.formPlaceholder ?? '',
  metadata: entriesOf(field.metadata),
  ...ownOf(field),
});

const ownOf = (field: CustomField): Partial<CustomFieldForm> => {
  switch (field.type) {
    case 'text': {
      const { minLength, maxLength, textarea = false } = field.properties;
      return { least: typed(minLength), most: typed(maxLength), isLong: textarea };
    }
    case 'number':
      return { least: typed(field.properties.ge), most: typed(field.properties.le) };
    case 'date':
      return { least: typedDay(field.properties.ge), most: typedDay(field.properties.le) };
    case 'select':
      return { options: field.properties.options.map(newOption) };
    case 'checkbox':
      return {};
  }
};

/** Leaves out empty values: the schema accepts absent keys, not empty ones. */
const filled = <Value>(key: string, value: Value | '' | undefined) =>
  value === '' || value === undefined ? {} : { [key]: value };

const numberOf = (text: string): number | undefined => integerOf(text) ?? undefined;
const secondsOf = (day: string): number | undefined =>
  day === '' ? undefined : Date.parse(`${day}T00:00:00Z`) / 1000;

const propertiesOf = (form: CustomFieldForm): object => {
  const shared = {
    ...filled('formLabel', form.label.trim()),
    ...filled('formHelpText', form.help.trim()),
    ...filled('formPlaceholder', form.placeholder.trim()),
  };
  switch (form.type) {
    case 'text':
      return {
        ...shared,
        ...filled('minLength', numberOf(form.least)),
        ...filled('maxLength', numberOf(form.most)),
        ...(form.isLong && { textarea: true }),
      };
    case 'number':
      return { ...shared, ...filled('ge', numberOf(form.least)), ...filled('le', numberOf(form.most)) };
    case 'date':
      return { ...shared, ...filled('ge', secondsOf(form.least)), ...filled('le', secondsOf(form.most)) };
    case 'select':
      return {
        ...shared,
        options: form.options.map(({ value, label }) => ({
          value: value.trim() || label.trim(),
          label: label.trim(),
        })),
      };
    case 'checkbox':
      return shared;
  }
};

const content = (form: CustomFieldForm) => ({
  type: form.type,
  name: form.name.trim(),
  slug: form.slug.trim(),
  properties: propertiesOf(form),
});

export const createRequest = (
  form: CustomFieldForm,
  organizationId: string,
): z.input<typeof CustomFieldCreate> =>
  ({ ...content(form), ...changedMetadata(form.metadata, {}), organizationId }) as z.input<
    typeof CustomFieldCreate
  >;

export const updateRequest = (form: CustomFieldForm): z.input<typeof CustomFieldUpdate> =>
  ({ ...content(form), metadata: metadataOf(form.metadata) }) as z.input<typeof CustomFieldUpdate>;

/** Returns the changed fields, and the type, which decides how the others are parsed. */
export const changesOf = (form: CustomFieldForm, before: CustomFieldForm) =>
  ({ ...changedParts(updateRequest(form), updateRequest(before)), type: form.type }) as z.input<
    typeof CustomFieldUpdate
  >;

/** Validation errors of the schema, and of options that could not be chosen, each at its own input. */
export const fieldMistakes = (shape: FieldErrors | null, form: CustomFieldForm): FieldErrors => ({
  ...optionMistakes(shape, form),
  ...boundMistakes(form),
  ...metadataMistakes(form.metadata),
});

/** The schema only reports that it got no number: "1.5" is a number, but not an integer. */
const boundMistakes = ({ type, least, most }: CustomFieldForm): FieldErrors => {
  if (type === 'date' && least !== '' && most !== '' && most < least)
    return { most: t('custom-fields:mustNotBeEarlier') };
  if (type !== 'text' && type !== 'number') return {};
  const words = t('common:enterAWholeNumber');
  return {
    ...(Number.isNaN(integerOf(least)) && { least: words }),
    ...(Number.isNaN(integerOf(most)) && { most: words }),
  };
};

const optionMistakes = (shape: FieldErrors | null, { type, options }: CustomFieldForm): FieldErrors => {
  if (type !== 'select') return shape ?? {};
  const { options: _all, ...others } = shape ?? {};
  const own = Object.fromEntries(
    options.flatMap(({ label }, index) =>
      label.trim() === '' ? [[`options.${index}.label`, t('custom-fields:fillTheOption')]] : [],
    ),
  );
  if (options.length === 0) return { ...others, options: t('custom-fields:addAnOption') };
  return Object.keys(own).length > 0 ? { ...others, ...own } : (shape ?? {});
};
