import { Button, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import {
  beginAnew,
  useLeaveAccountMutation,
  useListDeviceSessionsQuery,
  useSwitchAccountMutation,
} from '../../api/devices.ts';
import { describeFailure } from '../../api/failure.ts';
import type { SessionAndUser } from '../../api/sessions.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyFailed } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** Several people, or several roles of one, in the same browser. */
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
      Add an account
    </GuardedButton>
  );
  return (
    <Section
      title="Accounts in this browser"
      description="Switch between them without signing in again."
      isFlush
      actions={add}
    >
      <DataTable
        label="Accounts in this browser"
        columns={columnsOf(currentId)}
        result={result}
        rowKey={({ session }) => session.id}
        describeError={describeFailure}
        isBare
        empty={
          <EmptyState icon={<IconUsers size={22} />} title="Only this account" level={3}>
            Add another one to switch to it from here.
          </EmptyState>
        }
      />
    </Section>
  );
};

const fullWords = (most: number): string =>
  most <= 1
    ? 'Only one account can be used in this browser at a time.'
    : `This browser keeps ${most} accounts. Sign one out first.`;

const columnsOf = (currentId: string): Column<SessionAndUser>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ user }) => (
      <Group gap="xs" component="span">
        {user.name}
        {user.id === currentId && <StatusBadge tone="success">In use</StatusBadge>}
      </Group>
    ),
  },
  { key: 'email', header: 'E-mail', cell: ({ user }) => user.email },
  {
    key: 'acts',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (account) => (account.user.id === currentId ? null : <Acts account={account} />),
  },
];

const Acts = ({ account: { session, user } }: { account: SessionAndUser }) => {
  const [change, changing] = useSwitchAccountMutation();
  const [leave, leaving] = useLeaveAccountMutation();
  const toThis = async () => {
    const { error } = await change(session.token);
    if (error) notifyFailed(describeFailure(error));
    else beginAnew();
  };
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
        aria-label={`Switch to ${user.name}`}
      >
        Switch
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={leaving.isLoading}
        onClick={() => void signOut()}
        aria-label={`Sign out ${user.name}`}
      >
        Sign out
      </Button>
    </Group>
  );
};
