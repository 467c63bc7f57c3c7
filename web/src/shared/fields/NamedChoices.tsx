import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ComponentProps, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { offering } from './choices.ts';

export type Named = { id: string; name: string };

/** What a list endpoint gives at most; of more than these the rest is found by its name. */
export const maxChoices = 100;

/** What was typed in the field, once its writer rests, for the query that fills it. */
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
  /** The names of what was chosen before: it may be archived by now, or not among the first. */
  known: readonly Named[];
  found: readonly Named[] | undefined;
  /** Where they were looked for. */
  list: Parameters<typeof offering>[0];
  nothingFoundMessage: string;
  search: ReturnType<typeof useChoiceSearch>;
  value: string[];
  onChange: (ids: string[]) => void;
};

/** Choosing several of what an organization has, by name, however many there are. */
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
  // One whose name is still on its way is shown as such, never by its id.
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
        // A later search no longer finds them.
        setChosen(new Map(ids.flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? '']] : []))));
        onChange(ids);
      }}
    />
  );
};
