import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { describeSocialError } from '@tessera/proto/api/identity/social-errors';
import { useSearchParams } from 'react-router';
import { useListLinkedAccountsQuery } from '../../api/account.ts';
import { asFailure } from '../../api/failure.ts';
import { usePublicOptions } from '../../api/public-options.ts';
import { type SessionAndUser, useGetSessionQuery } from '../../api/sessions.ts';
import { t } from '../../i18n/t.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { LoadingPage } from '../../ui/LoadingPage.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Stacked } from '../../ui/Stacked.tsx';
import { BrowserAccounts } from './BrowserAccounts.tsx';
import { ChangeEmail } from './ChangeEmail.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { EditFields } from './EditFields.tsx';
import { EditProfile } from './EditProfile.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { Sessions } from './Sessions.tsx';

export const AccountPage = () => {
  const { data: session } = useGetSessionQuery();
  const { options, error, refetch } = usePublicOptions();
  return (
    <>
      <PageHeader title={t('account:yourAccount')} description={t('account:whoYouAreAndHow')} />
      {session && options && <Account session={session} options={options} />}
      {error && !options && <ErrorState message={asFailure(error).message} onRetry={refetch} />}
      {!error && !(session && options) && <LoadingPage />}
    </>
  );
};

type Props = { session: SessionAndUser; options: PublicOptions };

const Account = ({ session: { session, user }, options }: Props) => {
  const linkError = useSearchParams()[0].get('error');
  const { data: accounts } = useListLinkedAccountsQuery();
  // Until the ways to sign in are known, most people have a password.
  const hasPassword = accounts?.items.some(({ provider }) => provider === 'credential') ?? true;
  return (
    <Stacked>
      <FormError message={linkError !== null && describeSocialError(linkError)} />
      <EditProfile key={user.id} user={user} lengths={options.username} />
      {options.user.fields.length > 0 && (
        <EditFields key={`fields of ${user.id}`} user={user} fields={options.user.fields} />
      )}
      <ChangeEmail user={user} options={options} />
      <ChangePassword user={user} hasPassword={hasPassword} rules={options.emailAndPassword} />
      <Sessions currentToken={session.token} />
      <LinkedAccounts options={options} />
      <BrowserAccounts currentId={user.id} options={options} />
      <DeleteAccount hasPassword={hasPassword} options={options} />
    </Stacked>
  );
};
