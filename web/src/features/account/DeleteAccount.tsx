import { Button, PasswordInput, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useDeleteAccountMutation } from '../../api/account.ts';
import { beginAnew } from '../../api/devices.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';

export const DeleteAccount = ({ hasPassword }: { hasPassword: boolean }) => {
  const [isAsking, asking] = useDisclosure(false);
  return (
    <Section
      title="Delete account"
      description="Your profile, ways to sign in and memberships are deleted for good."
    >
      <Button color="danger" variant="light" onClick={asking.open}>
        Delete my account
      </Button>
      <Dialog isOpen={isAsking} hasPassword={hasPassword} onClose={asking.close} />
    </Section>
  );
};

const wordsOf = ({ status, name, message }: Failure): string => {
  if (status === 404) return 'Accounts cannot be deleted here. Ask whoever runs this Tessera.';
  return name === 'INVALID_PASSWORD' ? 'This is not your password.' : message;
};

type Props = { isOpen: boolean; hasPassword: boolean; onClose: () => void };

const Dialog = ({ isOpen, hasPassword, onClose }: Props) => {
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [remove, { isLoading, error, reset }] = useDeleteAccountMutation();
  const close = () => {
    reset();
    setPassword('');
    setIsMissing(false);
    onClose();
  };
  const confirm = async () => {
    // Without a password the server would take a fresh session for an answer.
    setIsMissing(hasPassword && password === '');
    if (hasPassword && password === '') return;
    const { data } = await remove(hasPassword ? { password } : {});
    if (!data) return;
    if (data.message === 'User deleted') return beginAnew(paths.signIn());
    notifyDone('Follow the link in the mail we have sent you to delete your account.');
    close();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete your account?"
      action="Delete account"
      isBusy={isLoading}
      error={error ? wordsOf(asFailure(error)) : null}
      onConfirm={confirm}
      onClose={close}
    >
      <Stack gap="md">
        <span>
          You are signed out everywhere and lose access to your organizations. What you sold, and your
          customers, stay with the organizations. This cannot be undone.
        </span>
        {hasPassword && (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            value={password}
            error={isMissing && 'This is required.'}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
};
