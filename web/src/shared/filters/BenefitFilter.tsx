import { useState } from 'react';
import { type Benefit, useGetBenefitQuery, useListBenefitsQuery } from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import type { ListState } from '../../ui/filters/list-state.ts';
import { choicesOf, soughtBeside } from '../fields/choices.ts';
import { maxChoices, type Named, useChoiceSearch } from '../fields/NamedChoices.tsx';
import { NamedFilter } from './NamedFilter.tsx';

type Props = { list: ListState; label: string; type: Benefit['type'] };

/** Filters a list by a benefit of a type: `benefit` in the address. The choices load when it is opened. */
export const BenefitFilter = ({ list, label, type }: Props) => {
  const { organization } = useCurrentOrganization();
  const search = useChoiceSearch();
  const wanted = { organizationId: organization.id, type, limit: maxChoices };
  const [isOpened, setOpened] = useState(false);
  const first = useListBenefitsQuery(wanted, { skip: !isOpened });
  const sought = soughtBeside(first, search.query);
  const found = useListBenefitsQuery({ ...wanted, query: sought }, { skip: sought === undefined });
  const { items, list: source } = choicesOf(first, found, sought);
  const id = list.filter('benefit');
  const isKnown = id === '' || items.some((one) => one.id === id);
  const { data: chosen, error } = useGetBenefitQuery(id, { skip: isKnown });
  return (
    <NamedFilter
      {...{ list, label, source, search, error }}
      name="benefit"
      items={items.map(named)}
      chosen={chosen && named(chosen)}
      onOpen={() => setOpened(true)}
    />
  );
};

const named = ({ id, description }: Benefit): Named => ({ id, name: description });
