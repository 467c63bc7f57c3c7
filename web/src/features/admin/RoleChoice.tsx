import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useListRolesQuery } from '../../api/installation/admin.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { describeGrants } from './grants.ts';

type Props = {
  value?: string[];
  onChange: (roles: string[]) => void;
  error?: ReactNode;
  /** The visible label is left out where the heading above reads "Roles"; only screen readers get it. */
  isHeaded?: boolean;
};

/** The roles of this installation, with what each grants. Roles that are no longer configured can be removed. */
export const RoleChoice = ({ value = [], onChange, error, isHeaded = false }: Props) => {
  const { data, error: failure } = useListRolesQuery();
  if (failure) return <Text c="var(--danger-text)">{describeFailure(failure)}</Text>;
  if (!data) return <Skeleton height={72} radius="md" />;
  const gone = value.filter((role) => !data.roles.some(({ role: known }) => known === role));
  return (
    <Checkbox.Group
      {...(isHeaded ? { 'aria-label': t('admin:roles') } : { label: t('admin:roles') })}
      value={value}
      onChange={onChange}
      error={error}
    >
      <Stack gap="sm" mt={isHeaded ? 0 : 'xs'} mb="xs">
        {data.roles.map(({ role, grants }) => (
          <Checkbox key={role} value={role} label={role} description={describeGrants(grants)} />
        ))}
        {gone.map((role) => (
          <Checkbox key={role} value={role} label={role} description={t('admin:grantsNothing')} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};
