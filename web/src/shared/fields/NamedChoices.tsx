import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ComponentProps, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { offering } from './choices.ts';

export type Named = { id: string; name: string };

/** The maximum of a list endpoint; beyond it, choices are found by name. */
export const maxChoices = 100;

/** The debounced input of a field, for the query that fills it. */
export const useChoiceSearch = () => {
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search.trim(), 200);
  return { search, setSearch, query: query || undefined };
};

type Props = Pick<
  ComponentProps<typeof MultiSelect>,
  'label' | 'description' | 'placeholder' | 'error' | 'onBlur' | 'onFocus'
> & {
  clearLabel: string;
  /** The names of earlier choices, which may be archived by now, or not on the first page. */
  known: readonly Named[];
  found: readonly Named[] | undefined;
  /** The query that supplies the choices. */
  list: Parameters<typeof offering>[0];
  nothingFoundMessage: string;
  search: ReturnType<typeof useChoiceSearch>;
  value: string[];
  onChange: (ids: string[]) => void;
};

/** Selects several of an organization's things by name; searches on the server beyond the first page. */
export const NamedChoices = (props: Props) => {
  const {
    clearLabel,
    known,
    found = [],
    list,
    nothingFoundMessage,
    search,
    value,
    onChange,
    ...input
  } = props;
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const names = new Map([...known, ...found].map(({ id, name }) => [id, name]));
  for (const [id, name] of chosen) names.set(id, name);
  // Shown as loading until the name is known, never as an id.
  for (const id of value) if (!names.has(id)) names.set(id, t('ui:loading'));
  return (
    <MultiSelect
      {...input}
      {...offering(list, nothingFoundMessage)}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      searchable
      searchValue={search.search}
      onSearchChange={search.setSearch}
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      value={value}
      onChange={(ids) => {
        // A later search would not contain them.
        setChosen(new Map(ids.flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? '']] : []))));
        onChange(ids);
      }}
    />
  );
};
