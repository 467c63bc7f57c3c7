import { Group, Select, Text } from '@mantine/core';
import { useGetIntegrationsQuery, useListRepositoriesQuery } from '../../api/catalog/integrations.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import type { GuardedForm } from '../../ui/forms/guarded-form.ts';
import { type BenefitForm, permissions } from './benefit-form.ts';
import { ConnectButton } from './ConnectButton.tsx';

type Props = { form: GuardedForm<BenefitForm>; failure: string | null };

/** One of the repositories that the seller administers, and the customers' permission in it. */
export const GitHubFields = ({ form, failure }: Props) => {
  const { organization } = useCurrentOrganization();
  const { data: integrations } = useGetIntegrationsQuery();
  const { data } = useListRepositoriesQuery(organization.id);
  const installUrl = integrations?.github.installUrl;
  const names = (data?.items ?? []).map(({ owner, name }) => `${owner}/${name}`);
  const { repository } = form.values;
  return (
    <>
      <Select
        label={t('benefits:repository')}
        description={t('benefits:repositoryNote')}
        placeholder={t('benefits:chooseARepository')}
        searchable
        nothingFoundMessage={t('benefits:noRepository')}
        data={repository !== '' && !names.includes(repository) ? [repository, ...names] : names}
        {...form.getInputProps('repository')}
      />
      <Group>
        <ConnectButton platform="github" form={form} failure={failure}>
          {t('benefits:connectGitHub')}
        </ConnectButton>
        {installUrl && (
          <Text size="sm">
            <a href={installUrl} target="_blank" rel="noreferrer">
              {t('benefits:installApp')}
            </a>
          </Text>
        )}
      </Group>
      <Select
        label={t('benefits:permission')}
        allowDeselect={false}
        data={permissions.map((value) => ({ value, label: t(`benefits:permissions.${value}`) }))}
        {...form.getInputProps('permission')}
      />
    </>
  );
};
