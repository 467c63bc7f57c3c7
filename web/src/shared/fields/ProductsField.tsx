import type { ComponentProps, ReactNode } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useListProductsQuery } from '../../api/products.ts';
import { maxChoices, NamedChoices, useChoiceSearch } from './NamedChoices.tsx';

/** `empty`: in place of the field, where the organization has nothing to choose. */
type Props = Omit<ComponentProps<typeof NamedChoices>, 'found' | 'list' | 'search'> & { empty?: ReactNode };

/** Choosing several products of the organization: those that are for sale, and those that were chosen before. */
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
