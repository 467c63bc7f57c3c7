import { IconDeviceLaptop } from '@tabler/icons-react';
import { useState } from 'react';
import { type SessionPlaces, useListUserSessionPlacesQuery } from '../../api/account/session-places.ts';
import type { AuthSession } from '../../api/account/sessions.ts';
import {
  useListUserSessionsQuery,
  useRevokeUserSessionMutation,
  useRevokeUserSessionsMutation,
} from '../../api/installation/admin.ts';
import { useRightRefusal } from '../../api/installation/admin-rights.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { describeDevice, sessionNames } from '../../shared/describe/device.ts';
import { SessionAddress } from '../../shared/SessionAddress.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Refused } from '../../ui/pages/Refused.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable, type ListResult } from '../../ui/table/DataTable.tsx';

/** The sessions about to be revoked: one, or all. */
type Revocable = AuthSession | 'all';

export const UserSessions = ({ userId }: { userId: string }) => {
  const refusal = useRightRefusal(t('admin:seeTheSessionsOfUsers'), 'session', 'list');
  if (refusal === null) return <Known userId={userId} />;
  return (
    <Section title={t('admin:sessions')}>
      <Refused>{refusal}</Refused>
    </Section>
  );
};

const Known = ({ userId }: { userId: string }) => {
  const refusal = useRightRefusal(t('admin:endTheSessionsOfUsers'), 'session', 'revoke');
  const [toRevoke, setToRevoke] = useState<Revocable | null>(null);
  const result = newestFirst(useListUserSessionsQuery(userId));
  const { data: places = {} } = useListUserSessionPlacesQuery(userId);
  const names = sessionNames(result.data?.items ?? []);
  const hasAny = (result.data?.items.length ?? 0) > 0;
  return (
    <Section
      title={t('admin:sessions')}
      isFlush
      actions={
        hasAny && (
          <GuardedButton size="xs" variant="default" refusal={refusal} onClick={() => setToRevoke('all')}>
            {t('admin:revokeAll')}
          </GuardedButton>
        )
      }
    >
      <DataTable
        label={t('admin:sessions')}
        columns={columnsOf({ refusal, places, names, end: setToRevoke })}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        isBare
        empty={
          <EmptyState icon={<IconDeviceLaptop size={22} />} title={t('admin:notSignedIn')} level={3}>
            {t('admin:thisUserHasNoSession')}
          </EmptyState>
        }
      />
      <Revoke userId={userId} toRevoke={toRevoke} onClose={() => setToRevoke(null)} />
    </Section>
  );
};

const newestFirst = (result: ListResult<AuthSession>): ListResult<AuthSession> => {
  if (!result.data) return result;
  const items = result.data.items.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  const data = { ...result.data, items };
  return { ...result, data, currentData: result.currentData && data };
};

type Row = {
  refusal: string | null;
  places: SessionPlaces;
  names: ReadonlyMap<string, string>;
  end: (session: AuthSession) => void;
};

const columnsOf = ({ refusal, places, names, end }: Row): Column<AuthSession>[] => [
  { key: 'device', header: t('admin:device'), cell: ({ userAgent }) => describeDevice(userAgent) },
  {
    key: 'address',
    header: t('admin:address'),
    cell: ({ id, ipAddress }) => <SessionAddress address={ipAddress} place={places[id]} />,
  },
  {
    key: 'since',
    header: t('admin:signedIn'),
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime />,
  },
  { key: 'ends', header: t('admin:ends'), cell: ({ expiresAt }) => <DateTime value={expiresAt} /> },
  {
    key: 'acts',
    header: t('ui:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (session) => (
      <GuardedButton
        size="xs"
        variant="default"
        refusal={refusal}
        onClick={() => end(session)}
        aria-label={t('admin:revokeNamed', { userAgent: names.get(session.id) ?? '' })}
      >
        {t('admin:revoke')}
      </GuardedButton>
    ),
  },
];

type Props = { userId: string; toRevoke: Revocable | null; onClose: () => void };

const Revoke = ({ userId, toRevoke, onClose }: Props) => {
  const [endOne, one] = useRevokeUserSessionMutation();
  const [endAll, all] = useRevokeUserSessionsMutation();
  const failure = one.error ?? all.error;
  const close = () => {
    one.reset();
    all.reset();
    onClose();
  };
  const confirm = async () => {
    if (!toRevoke) return;
    const { error } = toRevoke === 'all' ? await endAll(userId) : await endOne(toRevoke.token);
    if (error) return;
    notifyDone(toRevoke === 'all' ? t('admin:allSessionsWereEnded') : t('admin:theSessionWasEnded'));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={toRevoke !== null}
      title={toRevoke === 'all' ? t('admin:endAllSessionsQuestion') : t('admin:endThisSession')}
      action={toRevoke === 'all' ? t('admin:endAllSessions') : t('admin:endSession')}
      isBusy={one.isLoading || all.isLoading}
      error={failure ? describeFailure(failure) : null}
      onConfirm={confirm}
      onClose={close}
    >
      {t('admin:theyHaveToSign')}
    </ConfirmDialog>
  );
};
