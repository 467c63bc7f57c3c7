import { Button, Stack } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useDeleteAccountMutation } from '../../api/account/account.ts';
import { beginAnew } from '../../api/account/devices.ts';
import { useGetSessionQuery } from '../../api/account/sessions.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { useWhatEnds, WhatEnds } from './WhatEnds.tsx';

/** The target of the deletion mail's link when the user was not signed in; they have signed in by now. */
export const FinishDeletionPage = () => {
  const [parameters, setParameters] = useSearchParams();
  const token = parameters.get('token');
  if (token === null || parameters.has('error')) return <Spent />;
  return (
    <Question token={token} onSpent={() => setParameters({ error: 'INVALID_TOKEN' }, { replace: true })} />
  );
};

const Question = ({ token, onSpent }: { token: string; onSpent: () => void }) => {
  const { data: session } = useGetSessionQuery();
  const facts = useWhatEnds();
  const [remove, { isLoading, error }] = useDeleteAccountMutation();
  const confirm = async () => {
    const { error: refused } = await remove({ token });
    if (!refused) beginAnew(paths.accountDeleted);
    else if (asFailure(refused).name === 'INVALID_TOKEN') onSpent();
  };
  return (
    <CardPage
      title={t('account:deleteYourAccount')}
      lead={t('account:youAreSigned', { email: session?.user.email ?? '' })}
    >
      <Stack gap="sm">
        <WhatEnds facts={facts} />
        <FormError message={error && asFailure(error).message} />
        <Button color="danger" fullWidth loading={isLoading} onClick={() => void confirm()}>
          {t('account:deleteAccount')}
        </Button>
        <Button component={Link} to={paths.account} variant="default" fullWidth>
          {t('account:keepIt')}
        </Button>
      </Stack>
    </CardPage>
  );
};

const Spent = () => (
  <CardPage title={t('account:thisLinkDoesNotWork')} lead={t('account:itIsTooOld')}>
    <Button component={Link} to={paths.account} fullWidth>
      {t('account:goToYourAccount')}
    </Button>
  </CardPage>
);
