import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useListTeamsQuery } from '../../api/organization/teams.ts';
import type { ListState } from '../../ui/filters/list-state.ts';
import { choicesOf, soughtBeside } from '../fields/choices.ts';
import { maxChoices, type Named, useChoiceSearch } from '../fields/NamedChoices.tsx';
import { NamedFilter } from './NamedFilter.tsx';

type Props = {
  list: ListState;
  label: string;
  /** The address's choice, where the filtered list contains its name. */
  chosen: Named | undefined;
};

/** Filters a list by a team: `team` in the address. The choices load when it is opened, or has to name one. */
export const TeamFilter = ({ list, label, chosen }: Props) => {
  const { organization } = useCurrentOrganization();
  const search = useChoiceSearch();
  const wanted = { organizationId: organization.id, limit: maxChoices };
  const [isOpened, setOpened] = useState(false);
  const isNamed = list.filter('team') === '' || chosen !== undefined;
  const first = useListTeamsQuery(wanted, { skip: !isOpened && isNamed });
  const sought = soughtBeside(first, search.query);
  const found = useListTeamsQuery({ ...wanted, search: sought }, { skip: sought === undefined });
  const { items, list: source } = choicesOf(first, found, sought);
  return (
    <NamedFilter
      {...{ list, label, items, chosen, source, search }}
      name="team"
      onOpen={() => setOpened(true)}
    />
  );
};
