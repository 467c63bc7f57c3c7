import { Button, Select } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconBuildingStore } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { Ask } from '../../api/account/authorization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';

export type Organizations = Extract<Ask, { subType: 'organization' }>['organizations'];

type Props = {
  organizations: Organizations;
  value: string | null;
  error: string | null;
  field: Ref<HTMLInputElement>;
  onChange: (id: string | null) => void;
};

/** Above this number the choice has a search. */
const glance = 7;

/** Chooses for which of the organizations that the user manages the app may act. */
export const OrganizationField = ({ organizations, value, error, field, onChange }: Props) => {
  const isNamedTwice = (name: string) => organizations.filter((each) => each.name === name).length > 1;
  return (
    <Select
      ref={field}
      label={t('authorize:forWhichOrganization')}
      placeholder={t('authorize:chooseAnOrganization')}
      data={organizations.map(({ id, name, slug }) => ({
        value: id,
        label: isNamedTwice(name) ? `${name} (${slug})` : name,
      }))}
      searchable={organizations.length > glance}
      allowDeselect={false}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
};

/** A user who manages no organization creates one in another tab, then continues here. */
export const NoOrganization = ({ onLookAgain }: { onLookAgain: () => unknown }) => {
  useWindowEvent('focus', () => void onLookAgain());
  return (
    <EmptyState
      icon={<IconBuildingStore size={22} />}
      title={t('authorize:youManageNoOrganization')}
      action={
        <Button component="a" href={paths.newOrganization} target="_blank" rel="noopener" variant="default">
          {t('authorize:createAnOrganization')}
        </Button>
      }
    >
      {t('authorize:theAppActsFor')}
    </EmptyState>
  );
};
