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
import { t } from '../../i18n/t.ts';
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
      title={t('account:sessionsAndDevices')}
      description={t('account:whereYouAreSigned')}
      isFlush
      actions={
        hasOthers && (
          <Button size="xs" variant="default" onClick={() => setDoomed('others')}>
            {t('account:signOutEverywhereElse')}
          </Button>
        )
      }
    >
      <DataTable
        label={t('account:sessions')}
        columns={columnsOf(currentToken, setDoomed)}
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
    header: t('account:device'),
    cell: ({ userAgent, token }) => (
      <Group gap="xs" component="span">
        {describeDevice(userAgent)}
        {token === currentToken && <StatusBadge tone="success">{t('account:thisOne')}</StatusBadge>}
      </Group>
    ),
  },
  { key: 'address', header: t('account:address'), cell: ({ ipAddress }) => ipAddress || '—' },
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
          aria-label={t('account:revokeNamed', { userAgent: describeDevice(session.userAgent) })}
        >
          {t('account:revoke')}
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
    notifyDone(
      doomed === 'others' ? t('account:youAreSignedOutEverywhereElse') : t('account:theSessionWasEnded'),
    );
    close();
  };
  return (
    <ConfirmDialog
      isOpen={doomed !== null}
      title={doomed === 'others' ? t('account:signOutEverywhereElseQuestion') : t('account:endThisSession')}
      action={doomed === 'others' ? t('account:signOutOthers') : t('account:endSession')}
      isBusy={one.isLoading || others.isLoading}
      error={failure ? describeFailure(failure) : null}
      onConfirm={confirm}
      onClose={close}
    >
      {t('account:whoeverUses')}
    </ConfirmDialog>
  );
};
