import { useLocation } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { type Platform, useAuthorizePlatformMutation } from '../../api/integrations.ts';
import { FormError } from '../../ui/FormError.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';

type Props = { platform: Platform; kind: string; children: string };

/** Leaves for a platform, and comes back to this page with what was connected there. */
export const ConnectButton = ({ platform, kind, children }: Props) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const { pathname } = useLocation();
  const [authorize, { isLoading, error }] = useAuthorizePlatformMutation();
  const connect = async () => {
    const returnTo = `${pathname}?kind=${kind}`;
    const { data } = await authorize({ platform, organizationId: organization.id, returnTo });
    if (data) location.assign(data.url);
  };
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} loading={isLoading} onClick={connect}>
        {children}
      </GuardedButton>
      {error !== undefined && <FormError message={asFailure(error).message} />}
    </>
  );
};
