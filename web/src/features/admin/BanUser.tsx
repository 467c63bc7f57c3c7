import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { AuthUser } from '../../api/account/sessions.ts';
import { useBanUserMutation, useUnbanUserMutation } from '../../api/installation/admin.ts';
import { useRightRefusal } from '../../api/installation/admin-rights.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { describeDuration } from '../../ui/format/duration.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { useHold } from '../../ui/forms/guarded-form.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { isBanned } from './is-banned.ts';
import { notifyChanged } from './notify-changed.ts';

export const BanUser = ({ user }: { user: AuthUser }) => (
  <Section title={t('admin:ban')} description={t('admin:whoIsBannedCannotSign')}>
    {isBanned(user) ? <Banned user={user} /> : <Ban user={user} />}
  </Section>
);

const useBanRefusal = () => useRightRefusal(t('admin:banUsersOrLiftBans'), 'user', 'ban');

const Banned = ({ user }: { user: AuthUser }) => {
  const refusal = useBanRefusal();
  const [unban, { isLoading }] = useUnbanUserMutation();
  const lift = async () => {
    const { data, error } = await unban(user.id);
    if (error) notifyFailed(describeFailure(error));
    else notifyChanged(data, t('admin:theBanWasLifted'));
  };
  return (
    <Stack gap="md" align="flex-start">
      {/* A reason may be a link, or one long word. */}
      <Text style={{ overflowWrap: 'anywhere' }}>
        {user.banExpires
          ? t('admin:bannedUntil', { moment: formatMoment(user.banExpires) })
          : t('admin:bannedForGood')}
        {user.banReason ? `: ${user.banReason}` : '.'}
      </Text>
      <GuardedButton variant="default" loading={isLoading} refusal={refusal} onClick={lift}>
        {t('admin:liftTheBan')}
      </GuardedButton>
    </Stack>
  );
};

const day = 86_400;
const lengths = () => [
  { value: '0', label: t('admin:banForGood') },
  { value: String(day), label: t('admin:oneDay') },
  { value: String(7 * day), label: t('admin:oneWeek') },
  { value: String(30 * day), label: describeDuration(30 * day) },
  { value: String(365 * day), label: t('admin:oneYear') },
];

const Ban = ({ user }: { user: AuthUser }) => {
  const refusal = useBanRefusal();
  const [isAsking, asking] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const [seconds, setSeconds] = useState('0');
  const [ban, { isLoading, error, reset }] = useBanUserMutation();
  useHold(reason.trim() !== '');
  const close = () => {
    reset();
    asking.close();
  };
  const confirm = async () => {
    const { data, error: refused } = await ban({
      userId: user.id,
      ...(reason.trim() === '' ? {} : { banReason: reason.trim() }),
      ...(seconds === '0' ? {} : { banExpiresIn: Number(seconds) }),
    });
    if (refused) return;
    notifyChanged(data, t('admin:wasBanned', { name: user.name || user.email }));
    close();
  };
  return (
    <>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t('admin:reason')}
          autoComplete="off"
          w={{ base: '100%', xs: 280 }}
          maxLength={2000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Select
          label={t('admin:howLong')}
          data={lengths()}
          value={seconds}
          allowDeselect={false}
          w={140}
          onChange={(value) => setSeconds(value ?? '0')}
        />
        <GuardedButton color="danger" variant="light" refusal={refusal} onClick={asking.open}>
          {t('admin:ban')}
        </GuardedButton>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('admin:banQuestion', { name: user.name || user.email })}
        action={t('admin:banUser')}
        isBusy={isLoading}
        error={error ? describeFailure(error) : null}
        onConfirm={confirm}
        onClose={close}
      >
        {t('admin:allTheirSessionsEnd')}
      </ConfirmDialog>
    </>
  );
};
