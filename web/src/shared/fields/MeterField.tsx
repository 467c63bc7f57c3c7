import { Select } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useGetMeterQuery, useListMetersQuery } from '../../api/usage/meters.ts';
import { t } from '../../i18n/t.ts';
import { choicesOf, offering, soughtBeside } from './choices.ts';
import { maxChoices, useChoiceSearch } from './NamedChoices.tsx';

type Props = Pick<
  ComponentProps<typeof Select>,
  'label' | 'placeholder' | 'flex' | 'allowDeselect' | 'error' | 'onBlur' | 'onFocus'
> & {
  nothingFound: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
};

/** Selects a meter of the organization by name; searches on the server beyond the first page. */
export const MeterField = ({ nothingFound, value = null, onChange, ...input }: Props) => {
  const { organization } = useCurrentOrganization();
  const { search, setSearch, query } = useChoiceSearch();
  const wanted = { organizationId: organization.id, limit: maxChoices };
  const first = useListMetersQuery(wanted);
  const sought = soughtBeside(first, query);
  const found = useListMetersQuery({ ...wanted, query: sought }, { skip: sought === undefined });
  const { items, list } = choicesOf(first, found, sought);
  const isListed = value === null || items.some(({ id }) => id === value);
  const { data: chosen } = useGetMeterQuery(value ?? '', { skip: isListed || !first.data });
  const names = items.map(({ id, name }) => ({ value: id, label: name }));
  // Shown as loading until its name is known.
  if (!isListed) names.unshift({ value, label: chosen?.name ?? t('ui:loading') });
  return (
    <Select
      {...input}
      {...offering(list, nothingFound)}
      data={names}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={(id) => onChange?.(id)}
    />
  );
};
