import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { useState } from 'react';
import { useDeleteAccountMutation } from '../../api/account/account.ts';
import { beginAnew } from '../../api/account/devices.ts';
import { asFailure, type Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { describeDuration } from '../../ui/format/duration.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { Refused } from '../../ui/pages/Refused.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { useWhatEnds, WhatEnds } from './WhatEnds.tsx';

type Props = {
  hasPassword: boolean;
  options: PublicOptions;
  /** Why the user may not do this; null: allowed. */
  refusal: string | null;
};

export const DeleteAccount = ({ hasPassword, options: { user, appName }, ...props }: Props) => {
  const [isAsking, asking] = useDisclosure(false);
  const refusal =
    props.refusal ?? (user.canDelete ? null : t('account:accountsCannotBeDeletedHere', { appName }));
  if (refusal !== null)
    return (
      <Section title={t('account:deleteAccount')}>
        <Refused>{refusal}</Refused>
      </Section>
    );
  return (
    <Section title={t('account:deleteAccount')} description={t('account:yourProfileWaysToSign')}>
      <Button color="danger" variant="light" onClick={asking.open}>
        {t('account:deleteMyAccount')}
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

const words = (): Record<string, string> => ({
  INVALID_PASSWORD: t('account:thisIsNotYourPassword'),
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: t('account:youSignedInSomeTime'),
});

const wordsOf = ({ name, message }: Failure): string => words()[name] ?? message;

type DialogProps = {
  isOpen: boolean;
  hasPassword: boolean;
  /** How long the link in the mail is valid; null: no mail is sent. */
  mailLife: string | null;
  onClose: () => void;
};

const Dialog = ({ isOpen, hasPassword, mailLife, onClose }: DialogProps) => {
  const facts = useWhatEnds();
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
    // Without a password the server would accept a fresh session instead.
    setIsMissing(hasPassword && password === '');
    if (hasPassword && password === '') return;
    const { data } = await remove(hasPassword ? { password } : {});
    if (!data) return;
    if (data.message === 'User deleted') return beginAnew(paths.accountDeleted);
    notifyDone(t('account:weHaveSent'));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('account:deleteYourAccount')}
      action={mailLife === null ? t('account:deleteAccount') : t('account:sendMeTheLink')}
      isBusy={isLoading}
      error={error ? wordsOf(asFailure(error)) : null}
      onConfirm={confirm}
      onClose={close}
    >
      <Stack gap="md">
        <WhatEnds facts={facts} />
        {mailLife !== null && <span>{t('account:weSendYouAMail', { mailLife })}</span>}
        {hasPassword && (
          <PasswordField
            label={t('account:yourPassword')}
            autoComplete="current-password"
            value={password}
            error={isMissing && t('common:thisIsRequired')}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
};
