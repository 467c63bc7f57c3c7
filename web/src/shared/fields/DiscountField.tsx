import { Select } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useGetDiscountQuery, useListDiscountsQuery } from '../../api/catalog/discounts.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { serverNow } from '../../api/request/server-time.ts';
import { t } from '../../i18n/t.ts';
import { stateOf } from '../describe/discount.ts';
import { offering } from './choices.ts';
import { maxChoices, type Named, useChoiceSearch } from './NamedChoices.tsx';

type Props = Pick<
  ComponentProps<typeof Select>,
  'label' | 'description' | 'placeholder' | 'error' | 'clearable' | 'clearButtonProps'
> & {
  /** Hidden when the organization has none. */
  isHiddenWithoutAny?: boolean;
  value: string | null;
  onChange: (id: string | null) => void;
};

/**
 * Selects a discount of the organization by name: one that can be redeemed now or later. Searches on the server beyond
 * the first page.
 */
export const DiscountField = ({ isHiddenWithoutAny = false, value, onChange, ...input }: Props) => {
  const { organization } = useCurrentOrganization();
  const { search, setSearch, query } = useChoiceSearch();
  const { data: chosen } = useGetDiscountQuery(value ?? '', { skip: value === null });
  // The chosen name in the field is no search.
  const sought = query === chosen?.name ? undefined : query;
  const list = useListDiscountsQuery({
    organizationId: organization.id,
    limit: maxChoices,
    ...(sought !== undefined && { query: sought }),
  });
  const all = list.data?.items ?? [];
  const found: readonly Named[] = all.filter((one) =>
    ['active', 'scheduled'].includes(stateOf(one, serverNow())),
  );
  const isWhole = (list.data?.pagination.totalCount ?? 0) <= all.length;
  const isEmpty = found.length === 0 && isWhole && sought === undefined && !list.error;
  if (isHiddenWithoutAny && value === null && isEmpty) return null;
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  // Shown as loading until its name is known.
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
