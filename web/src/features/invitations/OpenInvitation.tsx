import { Button, Stack } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import {
  type AuthInvitationDetails,
  useAcceptInvitationMutation,
  useRejectInvitationMutation,
} from '../../api/organization/invitations.ts';
import { describeRole } from '../../api/organization/roles.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { CardPage } from '../../ui/pages/CardPage.tsx';

type Props = { invitation: AuthInvitationDetails; proof: string | undefined; email: string };

/** Lets the recipient accept or decline. */
export const OpenInvitation = ({ invitation, proof, email }: Props) => {
  const { id, organizationName, inviterEmail, role, expiresAt } = invitation;
  const { accept, isAccepting, acceptError } = useAccept(invitation, proof);
  const [reject, rejection] = useRejectInvitationMutation();
  const error = acceptError ?? rejection.error;
  if (rejection.isSuccess) return <Declined name={organizationName} />;
  return (
    <CardPage
      title={t('invitations:join', { organizationName })}
      lead={t('invitations:hasInvited', { inviterEmail, email })}
    >
      <Stack gap="md">
        <Details
          items={[
            [t('invitations:yourRole'), describeRole(role)],
            [t('invitations:goodUntil'), <DateTime key="until" value={expiresAt} withTime />],
          ]}
        />
        <FormError message={error && asFailure(error).message} />
        <Button onClick={() => void accept()} loading={isAccepting} disabled={rejection.isLoading} fullWidth>
          {t('invitations:acceptInvitation')}
        </Button>
        <Button
          variant="default"
          onClick={() => void reject({ id, proof })}
          loading={rejection.isLoading}
          disabled={isAccepting}
          fullWidth
        >
          {t('invitations:decline')}
        </Button>
      </Stack>
    </CardPage>
  );
};

/** Accepts the invitation, then opens the organization. */
const useAccept = (
  { id, organizationName, organizationSlug }: AuthInvitationDetails,
  proof: string | undefined,
) => {
  const navigate = useNavigate();
  const [acceptInvitation, { isLoading, error }] = useAcceptInvitationMutation();
  const accept = async () => {
    const { error: refused } = await acceptInvitation({ id, proof });
    if (refused) return;
    notifyDone(t('invitations:youAreNowAMember', { organizationName }));
    await navigate(paths.overview(organizationSlug), { replace: true });
  };
  return { accept, isAccepting: isLoading, acceptError: error };
};

const Declined = ({ name }: { name: string }) => (
  <CardPage title={t('invitations:invitationDeclined')} lead={t('invitations:youDidNotJoinThey', { name })}>
    <Button component={Link} to={paths.root} variant="default" fullWidth>
      {t('invitations:goToYourOrganizations')}
    </Button>
  </CardPage>
);
