import { Button, PasswordInput, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { useState } from 'react';
import { useDeleteAccountMutation } from '../../api/account.ts';
import { beginAnew } from '../../api/devices.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { describeDuration } from '../../ui/duration.ts';
import { notifyDone } from '../../ui/notify.ts';
import { Refused } from '../../ui/Refused.tsx';
import { Section } from '../../ui/Section.tsx';

type Props = { hasPassword: boolean; options: PublicOptions };

export const DeleteAccount = ({ hasPassword, options: { user, appName } }: Props) => {
  const [isAsking, asking] = useDisclosure(false);
  if (!user.canDelete)
    return (
      <Section title="Delete account">
        <Refused>
          Accounts cannot be deleted here. Ask whoever runs {appName} if you want yours to be gone.
        </Refused>
      </Section>
    );
  return (
    <Section
      title="Delete account"
      description="Your profile, ways to sign in and memberships are deleted for good."
    >
      <Button color="danger" variant="light" onClick={asking.open}>
        Delete my account
      </Button>
      <Dialog
        isOpen={isAsking}
        hasPassword={hasPassword}
        mailLife={user.confirmsDeletionByMail ? describeDuration(user.deletionExpiresInSeconds) : null}
        onClose={asking.close}
      />
    </Section>
  );
};

const words: Record<string, string> = {
  INVALID_PASSWORD: 'This is not your password.',
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION:
    'You signed in some time ago. Sign out and in again, then delete your account.',
};

const wordsOf = ({ name, message }: Failure): string => words[name] ?? message;

type DialogProps = {
  isOpen: boolean;
  hasPassword: boolean;
  /** How long the mail's link is good; null: no mail is sent. */
  mailLife: string | null;
  onClose: () => void;
};

const Dialog = ({ isOpen, hasPassword, mailLife, onClose }: DialogProps) => {
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
    notifyDone('We have sent you a mail. Follow its link to delete your account.');
    close();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete your account?"
      action={mailLife === null ? 'Delete account' : 'Send me the link'}
      isBusy={isLoading}
      error={error ? wordsOf(asFailure(error)) : null}
      onConfirm={confirm}
      onClose={close}
    >
      <Stack gap="md">
        <span>
          You are signed out everywhere and lose access to your organizations. What you sold, and your
          customers, stay with the organizations. This cannot be undone.
          {mailLife !== null &&
            ` We send you a mail first: nothing happens until you follow its link, which works for ${mailLife}.`}
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
