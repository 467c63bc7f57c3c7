import { useLocation } from 'react-router';
import { type Platform, useAuthorizePlatformMutation } from '../../api/catalog/integrations.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import type { GuardedForm } from '../../ui/forms/guarded-form.ts';
import type { BenefitForm } from './benefit-form.ts';
import { keepTyped } from './use-returned.ts';

type Props = {
  platform: Platform;
  form: GuardedForm<BenefitForm>;
  /** Why the last attempt to connect failed; null: it did not. */
  failure: string | null;
  children: string;
};

/** Redirects to a platform, and returns to this page with what was connected there. */
export const ConnectButton = ({ platform, form, failure, children }: Props) => {
  const { organization, writeRefusal, personRefusal } = useCurrentOrganization();
  const { pathname } = useLocation();
  const [authorize, { isLoading, error }] = useAuthorizePlatformMutation();
  const connect = async () => {
    const returnTo = `${pathname}?kind=${form.getValues().type}`;
    const { data } = await authorize({ platform, organizationId: organization.id, returnTo });
    if (!data) return;
    keepTyped(pathname, form.getValues());
    // The values are stored: no need to warn of unsaved changes before leaving.
    form.saved();
    location.assign(data.url);
  };
  return (
    <>
      <GuardedButton
        variant="default"
        refusal={writeRefusal ?? personRefusal}
        loading={isLoading}
        onClick={connect}
      >
        {children}
      </GuardedButton>
      <FormError message={error ? asFailure(error).message : failure} />
    </>
  );
};
