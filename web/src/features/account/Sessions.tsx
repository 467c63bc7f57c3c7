import { Button, Group } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useState } from 'react';
import {
  useListOwnSessionsQuery,
  useRevokeOtherSessionsMutation,
  useRevokeSessionMutation,
} from '../../api/account/account.ts';
import { type SessionPlaces, useListOwnSessionPlacesQuery } from '../../api/account/session-places.ts';
import type { AuthSession } from '../../api/account/sessions.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { describeDevice, sessionNames } from '../../shared/describe/device.ts';
import { SessionAddress } from '../../shared/SessionAddress.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable, type ListResult } from '../../ui/table/DataTable.tsx';

/** The sessions about to be ended: one, or all but the current one. */
type Endable = AuthSession | 'others';

export const Sessions = ({ currentToken }: { currentToken: string }) => {
  const [toEnd, setToEnd] = useState<Endable | null>(null);
  const result = ownFirst(useListOwnSessionsQuery(), currentToken);
  const { data: places = {} } = useListOwnSessionPlacesQuery();
  const names = sessionNames(result.data?.items ?? []);
  const hasOthers = result.data?.items.some(({ token }) => token !== currentToken) ?? false;
  return (
    <Section
      title={t('account:sessionsAndDevices')}
      description={t('account:whereYouAreSigned')}
      isFlush
      actions={
        hasOthers && (
          <Button size="xs" variant="default" onClick={() => setToEnd('others')}>
            {t('account:signOutEverywhereElse')}
          </Button>
        )
      }
    >
      <DataTable
        label={t('account:sessions')}
        columns={columnsOf({ currentToken, places, names, end: setToEnd })}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        isBare
        empty={
          <EmptyState icon={<IconDeviceLaptop size={22} />} title={t('account:noOtherSession')} level={3}>
            {t('account:youAreSignedInNowhere')}
          </EmptyState>
        }
      />
      <EndSession toEnd={toEnd} onClose={() => setToEnd(null)} />
    </Section>
  );
};

/** Puts the current session first, then the others by last use. */
const ownFirst = (result: ListResult<AuthSession>, currentToken: string): ListResult<AuthSession> => {
  if (!result.data) return result;
  const items = result.data.items.toSorted(
    (a, b) =>
      Number(b.token === currentToken) - Number(a.token === currentToken) ||
      Date.parse(b.updatedAt) - Date.parse(a.updatedAt),
  );
  const data = { ...result.data, items };
  return { ...result, data, currentData: result.currentData && data };
};

type Row = {
  currentToken: string;
  places: SessionPlaces;
  names: ReadonlyMap<string, string>;
  end: (session: AuthSession) => void;
};

const columnsOf = ({ currentToken, places, names, end }: Row): Column<AuthSession>[] => [
  {
    key: 'device',
    header: t('account:device'),
    cell: ({ userAgent, token }) => (
      <Group gap="xs" component="span">
        {describeDevice(userAgent)}
        {token === currentToken && <StatusBadge tone="success">{t('account:thisOne')}</StatusBadge>}
      </Group>
    ),
  },
  {
    key: 'address',
    header: t('account:address'),
    cell: ({ id, ipAddress }) => <SessionAddress address={ipAddress} place={places[id]} />,
  },
  {
    key: 'lastUse',
    header: t('account:lastUse'),
    cell: ({ updatedAt, token }) =>
      token === currentToken ? t('account:now') : <DateTime value={updatedAt} withTime />,
  },
  {
    key: 'since',
    header: t('account:signedIn'),
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime />,
  },
  {
    key: 'acts',
    header: t('ui:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (session) =>
      session.token === currentToken ? null : (
        <Button
          size="xs"
          variant="default"
          onClick={() => end(session)}
          aria-label={t('account:revokeNamed', { userAgent: names.get(session.id) ?? '' })}
        >
          {t('account:revoke')}
        </Button>
      ),
  },
];

type EndProps = { toEnd: Endable | null; onClose: () => void };

const EndSession = ({ toEnd, onClose }: EndProps) => {
  const [endOne, one] = useRevokeSessionMutation();
  const [endOthers, others] = useRevokeOtherSessionsMutation();
  const failure = one.error ?? others.error;
  const close = () => {
    one.reset();
    others.reset();
    onClose();
  };
  const confirm = async () => {
    if (!toEnd) return;
    const { error } = toEnd === 'others' ? await endOthers() : await endOne(toEnd.token);
    if (error) return;
    notifyDone(
      toEnd === 'others' ? t('account:youAreSignedOutEverywhereElse') : t('account:theSessionWasEnded'),
    );
    close();
  };
  return (
    <ConfirmDialog
      isOpen={toEnd !== null}
      title={toEnd === 'others' ? t('account:signOutEverywhereElseQuestion') : t('account:endThisSession')}
      action={toEnd === 'others' ? t('account:signOutOthers') : t('account:endSession')}
      isBusy={one.isLoading || others.isLoading}
      error={failure ? describeFailure(failure) : null}
      onConfirm={confirm}
      onClose={close}
    >
      {t('account:whoeverUses')}
    </ConfirmDialog>
  );
};
