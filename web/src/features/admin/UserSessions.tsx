import { IconDeviceLaptop } from '@tabler/icons-react';
import { useState } from 'react';
import {
  useListUserSessionsQuery,
  useRevokeUserSessionMutation,
  useRevokeUserSessionsMutation,
} from '../../api/admin.ts';
import { useRightRefusal } from '../../api/admin-rights.ts';
import { describeFailure } from '../../api/failure.ts';
import type { AuthSession } from '../../api/sessions.ts';
import { describeDevice } from '../../shared/describe/device.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Refused } from '../../ui/Refused.tsx';
import { Section } from '../../ui/Section.tsx';

/** What is about to end: one session, or all of them. */
type Doomed = AuthSession | 'all';

export const UserSessions = ({ userId }: { userId: string }) => {
  const refusal = useRightRefusal('see the sessions of users', 'session', 'list');
  if (refusal === null) return <Known userId={userId} />;
  return (
    <Section title="Sessions">
      <Refused>{refusal}</Refused>
    </Section>
  );
};

const Known = ({ userId }: { userId: string }) => {
  const refusal = useRightRefusal('end the sessions of users', 'session', 'revoke');
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const result = useListUserSessionsQuery(userId);
  const hasAny = (result.data?.items.length ?? 0) > 0;
  return (
    <Section
      title="Sessions"
      isFlush
      actions={
        hasAny && (
          <GuardedButton size="xs" variant="default" refusal={refusal} onClick={() => setDoomed('all')}>
            Revoke all
          </GuardedButton>
        )
      }
    >
      <DataTable
        label="Sessions"
        columns={columnsOf(refusal, setDoomed)}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        isBare
        empty={
          <EmptyState icon={<IconDeviceLaptop size={22} />} title="Not signed in" level={3}>
            This user has no session.
          </EmptyState>
        }
      />
      <Revoke userId={userId} doomed={doomed} onClose={() => setDoomed(null)} />
    </Section>
  );
};

const columnsOf = (refusal: string | null, end: (session: AuthSession) => void): Column<AuthSession>[] => [
  { key: 'device', header: 'Device', cell: ({ userAgent }) => describeDevice(userAgent) },
  { key: 'address', header: 'Address', cell: ({ ipAddress }) => ipAddress || '—' },
  {
    key: 'since',
    header: 'Signed in',
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime />,
  },
  { key: 'ends', header: 'Ends', cell: ({ expiresAt }) => <DateTime value={expiresAt} /> },
  {
    key: 'acts',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (session) => (
      <GuardedButton
        size="xs"
        variant="default"
        refusal={refusal}
        onClick={() => end(session)}
        aria-label={`Revoke ${describeDevice(session.userAgent)}`}
      >
        Revoke
      </GuardedButton>
    ),
  },
];

type Props = { userId: string; doomed: Doomed | null; onClose: () => void };

const Revoke = ({ userId, doomed, onClose }: Props) => {
  const [endOne, one] = useRevokeUserSessionMutation();
  const [endAll, all] = useRevokeUserSessionsMutation();
  const failure = one.error ?? all.error;
  const close = () => {
    one.reset();
    all.reset();
    onClose();
  };
  const confirm = async () => {
    if (!doomed) return;
    const { error } = doomed === 'all' ? await endAll(userId) : await endOne(doomed.token);
    if (error) return;
    notifyDone(doomed === 'all' ? 'All sessions were ended.' : 'The session was ended.');
    close();
  };
  return (
    <ConfirmDialog
      isOpen={doomed !== null}
      title={doomed === 'all' ? 'End all sessions?' : 'End this session?'}
      action={doomed === 'all' ? 'End all sessions' : 'End session'}
      isBusy={one.isLoading || all.isLoading}
      error={failure ? describeFailure(failure) : null}
      onConfirm={confirm}
      onClose={close}
    >
      They have to sign in again. What was not saved there is lost.
    </ConfirmDialog>
  );
};
