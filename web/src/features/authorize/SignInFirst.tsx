import { Button } from '@mantine/core';
import type { AuthorizationRequest } from '../../api/account/authorization.ts';
import { t } from '../../i18n/t.ts';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { useChangePerson } from './use-change-person.ts';

/** Shown before the consent when the user has to sign in again. */
export const SignInFirst = ({ request }: { request: AuthorizationRequest }) => {
  const { change, isLoading } = useChangePerson(request);
  return (
    <CardPage title={t('authorize:signInOnceMore')} lead={t('authorize:theAppWantsToBeSure')}>
      <Button onClick={() => void change()} loading={isLoading} fullWidth>
        {t('authorize:signInAgain')}
      </Button>
    </CardPage>
  );
};
