import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useSendVerificationMutation } from '../../api/account/passwords.ts';
import { usePublicOptions } from '../../api/installation/public-options.ts';
import type { InvitationLink } from '../../api/organization/invitations.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { CardPage } from '../../ui/pages/CardPage.tsx';

type Props = { link: InvitationLink; email: string };

/** The right address, but its ownership is not proven: the link was copied, or truncated on its way. */
export const UnprovenRecipient = ({ link, email }: Props) => {
  const { options } = usePublicOptions();
  const [send, { isLoading, isSuccess, error }] = useSendVerificationMutation();
  const canSend = options?.emailVerification.canSend === true;
  const { title, lead } = isSuccess ? sentTo(email) : words(email, canSend);
  return (
    <CardPage title={title} lead={lead}>
      <Stack gap="sm">
        <FormError message={error && asFailure(error).message} />
        {canSend && !isSuccess && (
          <Button
            onClick={() => void send({ email, next: paths.acceptInvitation(link) })}
            loading={isLoading}
            fullWidth
          >
            {t('invitations:sendALinkToConfirm')}
          </Button>
        )}
        <Button component={Link} to={paths.root} variant="default" fullWidth>
          {t('invitations:goToYourOrganizations')}
        </Button>
      </Stack>
    </CardPage>
  );
};

const sentTo = (email: string) => ({
  title: t('invitations:checkYourInbox'),
  lead: t('invitations:weHaveSentALink', { email }),
});

const words = (email: string, canSend: boolean) => ({
  title: t('invitations:confirmYourAddressFirst'),
  lead: t(canSend ? 'invitations:unprovenOrConfirm' : 'invitations:unproven', { email }),
});
