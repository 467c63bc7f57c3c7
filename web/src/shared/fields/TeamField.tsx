import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useListTeamsQuery } from '../../api/teams.ts';
import { t } from '../../i18n/t.ts';
import { choicesOf, offering, soughtBeside } from './choices.ts';
import { maxChoices, type Named, useChoiceSearch } from './NamedChoices.tsx';

type Props = {
  /** The id of a team; empty: none. */
  value: string;
  /** The name of what was chosen before: it may not be among the first. */
  known?: Named | null;
  onChange: (team: Named | null) => void;
  error?: ReactNode;
  /** Instead of the field where the organization has no team. */
  none?: ReactNode;
};

/** One of an organization's teams, or none. */
export const TeamField = ({ value, known, onChange, error, none = null }: Props) => {
  const { organization } = useCurrentOrganization();
  const { search, setSearch, query } = useChoiceSearch();
  const wanted = { organizationId: organization.id, limit: maxChoices };
  const first = useListTeamsQuery(wanted);
  const sought = soughtBeside(first, query);
  const found = useListTeamsQuery({ ...wanted, search: sought }, { skip: sought === undefined });
  const { items, list } = choicesOf(first, found, sought);
  const names = new Map([...(known ? [known] : []), ...items].map(({ id, name }) => [id, name]));
  if (names.size === 0 && !first.error) return first.data ? none : null;
  return (
    <Select
      {...offering(list)}
      label={t('shared:team')}
      placeholder={t('shared:noTeam')}
      clearable
      clearButtonProps={{ 'aria-label': t('shared:noTeam') }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      data={[...outOf(value), ...[...names].map(([id, label]) => ({ value: id, label }))]}
      error={error}
      value={value || null}
      onChange={(id) => onChange(id === null || id === noTeam ? null : { id, name: names.get(id) ?? '' })}
    />
  );
};

const noTeam = 'none';

/** The button that clears the field is for pointers alone: keys and screen readers find the same among the choices. */
const outOf = (value: string) => (value === '' ? [] : [{ value: noTeam, label: t('shared:noTeam') }]);
