import { type LinkedAccount, useUnlinkAccountMutation } from '../../api/account/account.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { providerName } from '../../shared/describe/provider-names.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';

type Props = { account: LinkedAccount | null; onClose: () => void };

/** Asks for confirmation before a sign-in method is unlinked. */
export const UnlinkAccount = ({ account, onClose }: Props) => {
  const [unlink, { isLoading, error, reset }] = useUnlinkAccountMutation();
  const name = providerName(account?.provider ?? '');
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!account) return;
    const { error: refused } = await unlink({ providerId: account.provider, accountId: account.accountId });
    if (refused) return;
    notifyDone(t('account:wasUnlinked', { name }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={account !== null}
      title={t('account:unlinkQuestion', { name })}
      action={t('account:unlink')}
      isBusy={isLoading}
      error={error ? wordsOf(error) : null}
      onConfirm={confirm}
      onClose={close}
    >
      {account?.provider === 'credential' ? t('account:yourPasswordIsForgotten') : t('account:youCannotSign')}
    </ConfirmDialog>
  );
};

const wordsOf = (error: unknown): string =>
  asFailure(error).name === 'SESSION_IS_NOT_FRESH'
    ? t('account:youSignedInSomeTimeAgo')
    : describeFailure(error);
