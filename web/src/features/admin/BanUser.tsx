import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useBanUserMutation, useUnbanUserMutation } from '../../api/admin.ts';
import { useRightRefusal } from '../../api/admin-rights.ts';
import { describeFailure } from '../../api/failure.ts';
import type { AuthUser } from '../../api/sessions.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';

export const BanUser = ({ user }: { user: AuthUser }) => (
  <Section title="Ban" description="Who is banned cannot sign in.">
    {user.banned ? <Banned user={user} /> : <Ban user={user} />}
  </Section>
);

const useBanRefusal = () => useRightRefusal('ban users or lift bans', 'user', 'ban');

const Banned = ({ user }: { user: AuthUser }) => {
  const refusal = useBanRefusal();
  const [unban, { isLoading }] = useUnbanUserMutation();
  const lift = async () => {
    const { error } = await unban(user.id);
    if (error) notifyFailed(describeFailure(error));
    else notifyDone('The ban was lifted.');
  };
  return (
    <Stack gap="md" align="flex-start">
      <Text>
        Banned {user.banExpires ? `until ${formatMoment(user.banExpires)}` : 'for good'}
        {user.banReason ? `: ${user.banReason}` : '.'}
      </Text>
      <GuardedButton variant="default" loading={isLoading} refusal={refusal} onClick={lift}>
        Lift the ban
      </GuardedButton>
    </Stack>
  );
};

const day = 86_400;
const lengths = [
  { value: '0', label: 'For good' },
  { value: String(day), label: 'One day' },
  { value: String(7 * day), label: 'One week' },
  { value: String(30 * day), label: '30 days' },
  { value: String(365 * day), label: 'One year' },
];

const Ban = ({ user }: { user: AuthUser }) => {
  const refusal = useBanRefusal();
  const [isAsking, asking] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const [seconds, setSeconds] = useState('0');
  const [ban, { isLoading, error, reset }] = useBanUserMutation();
  const close = () => {
    reset();
    asking.close();
  };
  const confirm = async () => {
    const { error: refused } = await ban({
      userId: user.id,
      ...(reason.trim() === '' ? {} : { banReason: reason.trim() }),
      ...(seconds === '0' ? {} : { banExpiresIn: Number(seconds) }),
    });
    if (refused) return;
    notifyDone(`${user.name || user.email} was banned.`);
    close();
  };
  return (
    <>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Reason"
          autoComplete="off"
          w={{ base: '100%', xs: 280 }}
          maxLength={2000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Select
          label="How long"
          data={lengths}
          value={seconds}
          allowDeselect={false}
          w={140}
          onChange={(value) => setSeconds(value ?? '0')}
        />
        <GuardedButton color="danger" variant="light" refusal={refusal} onClick={asking.open}>
          Ban
        </GuardedButton>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Ban ${user.name || user.email}?`}
        action="Ban user"
        isBusy={isLoading}
        error={error ? describeFailure(error) : null}
        onConfirm={confirm}
        onClose={close}
      >
        All their sessions end at once, and they cannot sign in until the ban ends or is lifted.
      </ConfirmDialog>
    </>
  );
};
