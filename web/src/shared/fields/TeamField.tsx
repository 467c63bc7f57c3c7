import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useListTeamsQuery } from '../../api/organization/teams.ts';
import { t } from '../../i18n/t.ts';
import { choicesOf, offering, soughtBeside } from './choices.ts';
import { maxChoices, type Named, useChoiceSearch } from './NamedChoices.tsx';

type Props = {
  /** A team's id; empty: none. */
  value: string;
  /** The name of an earlier choice, which may not be on the first page. */
  known?: Named | null;
  onChange: (team: Named | null) => void;
  error?: ReactNode;
  /** Shown instead of the field when the organization has no team. */
  none?: ReactNode;
};

/** Selects one of an organization's teams, or none. */
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

/** The field's clear button is for pointers only: keyboard and screen reader users get an option for it. */
const outOf = (value: string) => (value === '' ? [] : [{ value: noTeam, label: t('shared:noTeam') }]);
