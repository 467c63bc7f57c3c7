import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconLink } from '@tabler/icons-react';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import type { ProviderId } from '@tessera/proto/api/identity/social';
import { useState } from 'react';
import {
  type LinkedAccount,
  useLinkAccountMutation,
  useListLinkedAccountsQuery,
} from '../../api/account/account.ts';
import { beginAnew } from '../../api/account/devices.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ProviderMark } from '../../shared/describe/ProviderMark.tsx';
import { providerName, providerNames } from '../../shared/describe/provider-names.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { UnlinkAccount } from './UnlinkAccount.tsx';

type Props = {
  options: PublicOptions;
  /** Why the user may not link or unlink accounts; null: allowed. */
  refusal: string | null;
};

export const LinkedAccounts = ({ options, refusal }: Props) => {
  const [toUnlink, setToUnlink] = useState<LinkedAccount | null>(null);
  const result = useListLinkedAccountsQuery();
  const linked = result.data?.items ?? [];
  const isLast = linked.length === 1 && !options.account.canUnlinkAll;
  const linkable = options.socialProviders.filter((id) => !linked.some(({ provider }) => provider === id));
  return (
    <Section
      title={t('account:waysToSignIn')}
      description={t('account:yourPasswordAndAccounts')}
      isFlush
      actions={result.data && linkable.length > 0 && refusal === null && <LinkAnother providers={linkable} />}
    >
      <DataTable
        label={t('account:waysToSignIn')}
        columns={columnsOf(refusal ?? (isLast ? t('account:thisIsYourOnlyWay') : null), setToUnlink)}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        isBare
        empty={
          <EmptyState icon={<IconLink size={22} />} title={t('account:nothingLinked')} level={3}>
            {linkable.length > 0 ? t('account:linkAnAccountOfAnother') : t('account:askForAPassword')}
          </EmptyState>
        }
      />
      <UnlinkAccount account={toUnlink} onClose={() => setToUnlink(null)} />
    </Section>
  );
};

type Ask = (account: LinkedAccount) => void;

const columnsOf = (refusal: string | null, unlink: Ask): Column<LinkedAccount>[] => [
  {
    key: 'provider',
    header: t('account:provider'),
    cell: ({ provider }) => (
      <Group gap="xs" component="span" wrap="nowrap">
        <ProviderMark provider={provider} />
        {providerName(provider)}
      </Group>
    ),
  },
  { key: 'since', header: t('account:since'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  {
    key: 'acts',
    header: t('ui:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (account) => (
      <GuardedButton
        size="xs"
        variant="default"
        refusal={refusal}
        onClick={() => unlink(account)}
        aria-label={t('account:unlinkNamed', { provider: providerName(account.provider) })}
      >
        {t('account:unlink')}
      </GuardedButton>
    ),
  },
];

const LinkAnother = ({ providers }: { providers: ProviderId[] }) => {
  const [link, { isLoading }] = useLinkAccountMutation();
  const start = async (provider: ProviderId) => {
    const { data, error } = await link(provider);
    if (data) beginAnew(data.url);
    else notifyFailed(describeFailure(error));
  };
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={isLoading}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('account:linkAnAccount')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {providers.map((provider) => (
          <Menu.Item
            key={provider}
            leftSection={<ProviderMark provider={provider} />}
            onClick={() => void start(provider)}
          >
            {providerNames[provider]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
