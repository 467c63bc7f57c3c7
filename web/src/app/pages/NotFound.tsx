import { Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageTitle } from '../../ui/pages/PageTitle.tsx';
import classes from './Splash.module.css';

/** An unknown address, or one that the user may not see: the same text for both. */
export const NotFound = () => (
  <main className={classes.splash}>
    <NothingHere />
  </main>
);

/** The same inside an organization, whose layout has the page's main landmark already. */
export const NotFoundInside = () => (
  <div className={classes.inside}>
    <NothingHere />
  </div>
);

const NothingHere = () => (
  <>
    <PageTitle>{t('app:pageNotFound')}</PageTitle>
    <h1 className={classes.hidden}>{t('app:pageNotFound')}</h1>
    <EmptyState
      icon={<IconCompass size={22} />}
      title={t('ui:thereIsNothingHere')}
      action={
        <Button component={Link} to={paths.root} variant="default">
          {t('app:goToYourOrganization')}
        </Button>
      }
    >
      {t('app:thisPageDoesNotExist')}
    </EmptyState>
  </>
);
