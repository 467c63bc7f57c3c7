import type { ComponentProps, ReactNode } from 'react';
import { useListProductsQuery } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { maxChoices, NamedChoices, useChoiceSearch } from './NamedChoices.tsx';

/** `empty`: shown instead of the field when the organization has no products. */
type Props = Omit<ComponentProps<typeof NamedChoices>, 'found' | 'list' | 'search'> & { empty?: ReactNode };

/** Selects several products of the organization: those on sale, and earlier choices. */
export const ProductsField = ({ empty, ...props }: Props) => {
  const { organization } = useCurrentOrganization();
  const search = useChoiceSearch();
  const { query } = search;
  const list = useListProductsQuery({
    organizationId: organization.id,
    limit: maxChoices,
    isArchived: false,
    ...(query !== undefined && { query }),
  });
  if (empty && query === undefined && list.data?.items.length === 0 && props.value.length === 0) return empty;
  return <NamedChoices {...props} found={list.data?.items} list={list} search={search} />;
};
