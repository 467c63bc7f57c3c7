import { useState } from 'react';
import { useGetProductQuery, useListProductsQuery } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import type { ListState } from '../../ui/filters/list-state.ts';
import { choicesOf, soughtBeside } from '../fields/choices.ts';
import { maxChoices, useChoiceSearch } from '../fields/NamedChoices.tsx';
import { NamedFilter } from './NamedFilter.tsx';

/**
 * Filters a list by a product, archived ones included: `product` in the address. The choices load when it is opened.
 */
export const ProductFilter = ({ list, label }: { list: ListState; label: string }) => {
  const { organization } = useCurrentOrganization();
  const search = useChoiceSearch();
  const wanted = { organizationId: organization.id, limit: maxChoices };
  const [isOpened, setOpened] = useState(false);
  const first = useListProductsQuery(wanted, { skip: !isOpened });
  const sought = soughtBeside(first, search.query);
  const found = useListProductsQuery({ ...wanted, query: sought }, { skip: sought === undefined });
  const { items, list: source } = choicesOf(first, found, sought);
  const id = list.filter('product');
  const isKnown = id === '' || items.some((one) => one.id === id);
  const { data: chosen, error } = useGetProductQuery(id, { skip: isKnown });
  return (
    <NamedFilter
      {...{ list, label, items, source, search, error }}
      name="product"
      chosen={chosen}
      onOpen={() => setOpened(true)}
    />
  );
};
