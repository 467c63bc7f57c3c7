import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { t } from '../../i18n/t.ts';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { browser } from './leave.ts';

/** `location` is from the server, which has validated it, never from this page's URL. */
type Props = { location: string; host: string };

/** Redirects back to the app. An app on the user's own device opens beside this page, which then stays. */
export const Leaving = ({ location, host }: Props) => {
  useEffect(() => browser.replace(location), [location]);
  const isOnDevice = !/^https?:/.test(location);
  return (
    <CardPage
      title={t('authorize:backToTheApp')}
      lead={isOnDevice ? t('authorize:theAppOpens') : t('authorize:youAreLedTo', { host })}
    >
      {isOnDevice && (
        <Button component="a" href={location} variant="default" fullWidth>
          {t('authorize:openTheApp')}
        </Button>
      )}
    </CardPage>
  );
};
