import type { FilterConjunction, FilterOperator } from '@tessera/proto/api/billing/enums';
import type { Aggregation, Filter, FilterClause, MeterCreate } from '@tessera/proto/api/billing/meter';
import type { z } from 'zod';
import type { Meter } from '../../api/usage/meters.ts';
import { t } from '../../i18n/t.ts';
import {
  changedMetadata,
  entriesOf,
  type MetadataEntry,
  metadataMistakes,
  metadataOf,
} from '../../shared/fields/metadata.ts';
import { integerOf } from '../../ui/format/typed-values.ts';

/** A comparison in the form: the value as typed, and the type to parse it as. */
export type ClauseForm = {
  property: string;
  operator: FilterOperator;
  kind: 'text' | 'number' | 'boolean';
  value: string;
};
export type GroupForm = { conjunction: FilterConjunction; clauses: (ClauseForm | GroupForm)[] };

export type MeterForm = {
  name: string;
  /** `unique`: the number of distinct values. */
  func: Aggregation['func'] | 'unique';
  property: string;
  filter: GroupForm;
  metadata: MetadataEntry[];
  form: string;
};

export const emptyClause: ClauseForm = { property: '', operator: 'eq', kind: 'text', value: '' };
export const emptyGroup: GroupForm = { conjunction: 'or', clauses: [{ ...emptyClause }] };

export const emptyMeter: MeterForm = {
  name: '',
  func: 'count',
  property: '',
  filter: { conjunction: 'and', clauses: [{ ...emptyClause, property: 'name' }] },
  metadata: [],
  form: '',
};

export const isGroup = (entry: ClauseForm | GroupForm): entry is GroupForm => 'clauses' in entry;

const clauseForm = ({ property, operator, value }: FilterClause): ClauseForm => ({
  property,
  operator,
  kind: typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean',
  value: String(value),
});

const isFilter = (entry: FilterClause | Filter): entry is Filter => 'clauses' in entry;

const groupForm = ({ conjunction, clauses }: Filter): GroupForm => ({
  conjunction,
  // TypeScript does not type recursive schemas deeper than this.
  clauses: (clauses as (FilterClause | Filter)[]).map((entry) =>
    isFilter(entry) ? groupForm(entry) : clauseForm(entry),
  ),
});

export const formOfMeter = ({ name, aggregation, filter, metadata }: Meter): MeterForm => ({
  name,
  func: aggregation.func === 'count' && aggregation.uniqueProperty ? 'unique' : aggregation.func,
  property: aggregation.func === 'count' ? (aggregation.uniqueProperty ?? '') : aggregation.property,
  // Stored data is typed only one group deep.
  filter: groupForm(filter as Filter),
  metadata: entriesOf(metadata),
  form: '',
});

const valueOf = ({ kind, value }: ClauseForm): FilterClause['value'] => {
  if (kind === 'boolean') return value === 'true';
  return kind === 'number' ? (integerOf(value) ?? Number.NaN) : value;
};

const filterOf = ({ conjunction, clauses }: GroupForm): Filter => ({
  conjunction,
  clauses: clauses.map((entry) =>
    isGroup(entry)
      ? filterOf(entry)
      : { property: entry.property.trim(), operator: entry.operator, value: valueOf(entry) },
  ),
});

/** The request fields of a meter. */
export const contentOf = ({ name, func, property, filter }: MeterForm) => ({
  name: name.trim(),
  filter: filterOf(filter),
  aggregation: aggregationOf(func, property.trim()),
});

const aggregationOf = (func: MeterForm['func'], property: string): Aggregation => {
  if (func === 'count') return { func };
  return func === 'unique' ? { func: 'count', uniqueProperty: property } : { func, property };
};

export const createRequest = (form: MeterForm, organizationId: string): z.input<typeof MeterCreate> => ({
  ...contentOf(form),
  ...changedMetadata(form.metadata, {}),
  organizationId,
});

export const updateRequest = (form: MeterForm) => ({
  ...contentOf(form),
  metadata: metadataOf(form.metadata),
});

/** Maps request paths of errors to form fields. */
export const meterFields = {
  aggregation: 'func',
  'aggregation.property': 'property',
  'aggregation.uniqueProperty': 'property',
};

/** Errors of the schema and of the form; the schema's error of the filter only where no field has one. */
export const errorsOf = (form: MeterForm, refused: Record<string, string> | null): Record<string, string> => {
  const { filter, ...others } = refused ?? {};
  const finer = mistakes(form);
  const isSaid = Object.keys(finer).length > 0;
  return {
    ...others,
    ...metadataMistakes(form.metadata),
    ...finer,
    ...(filter !== undefined && !isSaid && { filter }),
  };
};

/** Errors of missing or invalid values, by form field. */
const mistakes = (form: MeterForm): Record<string, string> => ({
  ...(form.func !== 'count' && form.property.trim() === '' && { property: t('common:thisIsRequired') }),
  ...mistakesOf(form.filter, 'filter'),
});

const mistakesOf = ({ clauses }: GroupForm, place: string): Record<string, string> =>
  Object.assign(
    {},
    ...clauses.map((entry, index) => {
      const here = `${place}.clauses.${index}`;
      if (isGroup(entry)) return mistakesOf(entry, here);
      const isNumber = Math.abs(integerOf(entry.value) ?? Number.NaN) < 1e15;
      // Text typed before is neither; it must not count as "no".
      const isBoolean = ['true', 'false'].includes(entry.value);
      // Other properties may be empty, a name never is: the meter would count nothing.
      const isNameless = entry.property.trim() === 'name' && entry.kind === 'text' && entry.value === '';
      return {
        ...(entry.property.trim() === '' && { [`${here}.property`]: t('common:thisIsRequired') }),
        ...(isNameless && { [`${here}.value`]: t('common:thisIsRequired') }),
        ...(entry.kind === 'boolean' && !isBoolean && { [`${here}.value`]: t('common:thisIsRequired') }),
        ...(entry.kind === 'number' && !isNumber && { [`${here}.value`]: t('meters:enterAWholeNumber') }),
      };
    }),
  );
