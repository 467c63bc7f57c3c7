import { useSearchParams } from 'react-router';
import { useListLinkedAccountsQuery } from '../../api/account/account.ts';
import { describeProviderError } from '../../sign-in/provider-error.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import { ownerOnly } from './owner-only.ts';

export const SecurityPage = () => {
  const linkError = useSearchParams()[0].get('error');
  const hasPassword = useHasPassword();
  return (
    <OwnAccount>
      {({ session, user, options }) => (
        <>
          <FormError message={linkError !== null && describeProviderError(linkError)} />
          <ChangePassword
            user={user}
            hasPassword={hasPassword}
            rules={options.emailAndPassword}
            refusal={ownerOnly(session)}
          />
          <LinkedAccounts options={options} refusal={ownerOnly(session)} />
        </>
      )}
    </OwnAccount>
  );
};

/** Whether the user has a password; true until the sign-in methods are loaded, as for most users. */
export const useHasPassword = (): boolean =>
  useListLinkedAccountsQuery().data?.items.some(({ provider }) => provider === 'credential') ?? true;
