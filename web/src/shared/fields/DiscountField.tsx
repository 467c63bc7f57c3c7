import { Select } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useGetDiscountQuery, useListDiscountsQuery } from '../../api/discounts.ts';
import { t } from '../../i18n/t.ts';
import { offering } from './choices.ts';
import { maxChoices, type Named, useChoiceSearch } from './NamedChoices.tsx';

type Props = Pick<
  ComponentProps<typeof Select>,
  'label' | 'description' | 'placeholder' | 'error' | 'clearable' | 'clearButtonProps'
> & {
  /** Where the organization has none, there is no field. */
  isHiddenWithoutAny?: boolean;
  value: string | null;
  onChange: (id: string | null) => void;
};

/** Choosing one discount of the organization, by name, however many there are. */
export const DiscountField = ({ isHiddenWithoutAny = false, value, onChange, ...input }: Props) => {
  const { organization } = useCurrentOrganization();
  const { search, setSearch, query } = useChoiceSearch();
  const { data: chosen } = useGetDiscountQuery(value ?? '', { skip: value === null });
  // What was chosen stands in the field: it is nothing to search for.
  const sought = query === chosen?.name ? undefined : query;
  const list = useListDiscountsQuery({
    organizationId: organization.id,
    limit: maxChoices,
    ...(sought !== undefined && { query: sought }),
  });
  const found: readonly Named[] = list.data?.items ?? [];
  const isEmpty = found.length === 0 && sought === undefined && !list.error;
  if (isHiddenWithoutAny && value === null && isEmpty) return null;
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  // One whose name is still on its way is shown as such.
  const isUnnamed = value !== null && !offered.some(({ id }) => id === value);
  const names = isUnnamed ? [{ id: value, name: t('ui:loading') }, ...offered] : offered;
  return (
    <Select
      {...input}
      {...offering(list, t('shared:noDiscountOfThisName'))}
      data={names.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={onChange}
    />
  );
};
