import { Select } from '@mantine/core';
import { useGetProductQuery, useListProductsQuery } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { choicesOf, offering, soughtBeside } from '../../shared/fields/choices.ts';
import { maxChoices, useChoiceSearch } from '../../shared/fields/NamedChoices.tsx';

/** Selects a product by name, or all; searches on the server beyond the first page. */
export const ProductSelect = ({
  value,
  onChange,
}: {
  value: string;
  onChange: (id: string | null) => void;
}) => {
  const { organization } = useCurrentOrganization();
  const { search, setSearch, query } = useChoiceSearch();
  const wanted = { organizationId: organization.id, limit: maxChoices, sorting: ['name' as const] };
  const first = useListProductsQuery(wanted);
  const sought = soughtBeside(first, query);
  const found = useListProductsQuery({ ...wanted, query: sought }, { skip: sought === undefined });
  const { items, list } = choicesOf(first, found, sought);
  const isElsewhere = soughtBeside(first, value) !== undefined && !items.some(({ id }) => id === value);
  const { data: chosen, isError } = useGetProductQuery(value, { skip: value === '' || !isElsewhere });
  const names = items.map(({ id, name }) => ({ value: id, label: name }));
  // Shown as loading until its name is known.
  if (value !== '' && isElsewhere && !isError)
    names.unshift({ value, label: chosen?.name ?? t('ui:loading') });
  return (
    <Select
      {...offering(list)}
      aria-label={t('overview:product')}
      placeholder={t('overview:allProducts')}
      clearable
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      data={names}
      value={value || null}
      onChange={onChange}
    />
  );
};
