import { Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import classes from './Splash.module.css';

/** An address that leads nowhere, or to what one may not see: the same words for both. */
export const NotFound = () => (
  <main className={classes.splash}>
    <NothingHere />
  </main>
);

/** The same inside an organization, whose frame is the page's main landmark already. */
export const NotFoundInside = () => (
  <div className={classes.inside}>
    <NothingHere />
  </div>
);

const NothingHere = () => (
  <>
    <PageTitle>Page not found</PageTitle>
    <h1 className={classes.hidden}>Page not found</h1>
    <EmptyState
      icon={<IconCompass size={22} />}
      title="There is nothing here"
      action={
        <Button component={Link} to={paths.root} variant="default">
          Go to your organization
        </Button>
      }
    >
      This page does not exist, or it belongs to an organization you are not a member of.
    </EmptyState>
  </>
);
