import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageTitle } from '../../ui/pages/PageTitle.tsx';
import classes from './Splash.module.css';

/** Shown when a page crashed: no data was lost on the server, reloading usually helps. */
export const Crashed = () => (
  <main className={classes.splash} role="alert">
    <PageTitle>{t('app:somethingWentWrong')}</PageTitle>
    <h1 className={classes.hidden}>{t('app:somethingWentWrong')}</h1>
    <EmptyState
      icon={<IconAlertTriangle size={22} />}
      title={t('app:thisPageStoppedWorking')}
      action={
        <Button variant="default" onClick={() => window.location.reload()}>
          {t('app:loadItAgain')}
        </Button>
      }
    >
      {t('app:yourDataIsSafe')}
    </EmptyState>
  </main>
);
