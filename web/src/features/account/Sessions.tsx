import { Button, Group } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useState } from 'react';
import {
  useListOwnSessionsQuery,
  useRevokeOtherSessionsMutation,
  useRevokeSessionMutation,
} from '../../api/account.ts';
import { describeFailure } from '../../api/failure.ts';
import type { AuthSession } from '../../api/sessions.ts';
import { describeDevice } from '../../shared/describe/device.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DataTable, type ListResult } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** What is about to end: one session, or all but this one. */
type Doomed = AuthSession | 'others';

export const Sessions = ({ currentToken }: { currentToken: string }) => {
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const result = ownFirst(useListOwnSessionsQuery(), currentToken);
  const hasOthers = result.data?.items.some(({ token }) => token !== currentToken) ?? false;
  return (
    <Section
      title="Sessions and devices"
      description="Where you are signed in. End what you do not know, then change your password."
      isFlush
      actions={
        hasOthers && (
          <Button size="xs" variant="default" onClick={() => setDoomed('others')}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <DataTable
        label="Sessions"
        columns={columnsOf(currentToken, setDoomed)}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        isBare
        empty={
          <EmptyState icon={<IconDeviceLaptop size={22} />} title="No other session" level={3}>
            You are signed in nowhere else.
          </EmptyState>
        }
      />
      <EndSession doomed={doomed} onClose={() => setDoomed(null)} />
    </Section>
  );
};

/** The session one looks from stands on top; the others keep their order. */
const ownFirst = (result: ListResult<AuthSession>, currentToken: string): ListResult<AuthSession> => {
  if (!result.data) return result;
  const items = result.data.items.toSorted(
    (a, b) => Number(b.token === currentToken) - Number(a.token === currentToken),
  );
  const data = { ...result.data, items };
  return { ...result, data, currentData: result.currentData && data };
};

const columnsOf = (currentToken: string, end: (session: AuthSession) => void): Column<AuthSession>[] => [
  {
    key: 'device',
    header: 'Device',
    cell: ({ userAgent, token }) => (
      <Group gap="xs" component="span">
        {describeDevice(userAgent)}
        {token === currentToken && <StatusBadge tone="success">This one</StatusBadge>}
      </Group>
    ),
  },
  { key: 'address', header: 'Address', cell: ({ ipAddress }) => ipAddress || '—' },
  {
    key: 'since',
    header: 'Signed in',
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime />,
  },
  {
    key: 'acts',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (session) =>
      session.token === currentToken ? null : (
        <Button
          size="xs"
          variant="default"
          onClick={() => end(session)}
          aria-label={`Revoke ${describeDevice(session.userAgent)}`}
        >
          Revoke
        </Button>
      ),
  },
];

type EndProps = { doomed: Doomed | null; onClose: () => void };

const EndSession = ({ doomed, onClose }: EndProps) => {
  const [endOne, one] = useRevokeSessionMutation();
  const [endOthers, others] = useRevokeOtherSessionsMutation();
  const failure = one.error ?? others.error;
  const close = () => {
    one.reset();
    others.reset();
    onClose();
  };
  const confirm = async () => {
    if (!doomed) return;
    const { error } = doomed === 'others' ? await endOthers() : await endOne(doomed.token);
    if (error) return;
    notifyDone(doomed === 'others' ? 'You are signed out everywhere else.' : 'The session was ended.');
    close();
  };
  return (
    <ConfirmDialog
      isOpen={doomed !== null}
      title={doomed === 'others' ? 'Sign out everywhere else?' : 'End this session?'}
      action={doomed === 'others' ? 'Sign out others' : 'End session'}
      isBusy={one.isLoading || others.isLoading}
      error={failure ? describeFailure(failure) : null}
      onConfirm={confirm}
      onClose={close}
    >
      Whoever uses it has to sign in again. What was not saved there is lost.
    </ConfirmDialog>
  );
};
