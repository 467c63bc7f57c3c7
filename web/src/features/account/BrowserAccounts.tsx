import { Button, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import {
  beginAnew,
  useLeaveAccountMutation,
  useListDeviceSessionsQuery,
  useSwitchAccountMutation,
} from '../../api/account/devices.ts';
import type { SessionAndUser } from '../../api/account/sessions.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import { Initial } from '../../ui/display/Initial.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { useLeaveBy } from '../../ui/pages/leave-by.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

/** The accounts signed in to this browser: several people, or several accounts of one. */
export const BrowserAccounts = ({ currentId, options }: { currentId: string; options: PublicOptions }) => {
  const result = useListDeviceSessionsQuery();
  const most = options.multiSession.maximumSessions - 1;
  const isFull = (result.data?.items.length ?? 0) >= most;
  const add = (
    <GuardedButton
      size="xs"
      variant="default"
      to={paths.addAccount}
      refusal={isFull ? fullWords(most) : null}
    >
      {t('account:addAnAccount')}
    </GuardedButton>
  );
  return (
    <Section
      title={t('account:accountsInThisBrowser')}
      description={t('account:switchBetweenThemWithoutSigning')}
      isFlush
      actions={add}
    >
      <DataTable
        label={t('account:accountsInThisBrowser')}
        columns={columnsOf(currentId)}
        result={result}
        rowKey={({ session }) => session.id}
        describeError={describeFailure}
        isBare
        empty={
          <EmptyState icon={<IconUsers size={22} />} title={t('account:onlyThisAccount')} level={3}>
            {t('account:addAnotherOneToSwitch')}
          </EmptyState>
        }
      />
    </Section>
  );
};

const fullWords = (most: number): string =>
  most <= 1 ? t('account:onlyOneAccountCan') : t('account:thisBrowserKeepsAccountsSign', { most });

const columnsOf = (currentId: string): Column<SessionAndUser>[] => [
  {
    key: 'name',
    header: t('ui:name'),
    cell: ({ user }) => (
      <Group gap="xs" component="span">
        <Initial name={user.name} image={user.image} isRound />
        {user.name}
        {user.id === currentId && <StatusBadge tone="success">{t('account:inUse')}</StatusBadge>}
      </Group>
    ),
  },
  { key: 'email', header: t('ui:email'), cell: ({ user }) => user.email },
  {
    key: 'acts',
    header: t('ui:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (account) => (account.user.id === currentId ? null : <Acts account={account} />),
  },
];

const Acts = ({ account: { session, user } }: { account: SessionAndUser }) => {
  const [change, changing] = useSwitchAccountMutation();
  const [leave, leaving] = useLeaveAccountMutation();
  const leaveBy = useLeaveBy();
  const toThis = () =>
    leaveBy(async () => {
      const { error } = await change(session.token);
      if (error) notifyFailed(describeFailure(error));
      else beginAnew();
      return !error;
    });
  const signOut = async () => {
    const { error } = await leave(session.token);
    if (error) notifyFailed(describeFailure(error));
  };
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        size="xs"
        variant="default"
        loading={changing.isLoading}
        onClick={() => void toThis()}
        aria-label={t('account:switchTo', { name: user.name })}
      >
        {t('account:switch')}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={leaving.isLoading}
        onClick={() => void signOut()}
        aria-label={t('account:signOutNamed', { name: user.name })}
      >
        {t('account:signOut')}
      </Button>
    </Group>
  );
};
