import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import classes from './Splash.module.css';

/** A page that broke: nothing was lost on the server, loading it anew usually helps. */
export const Crashed = () => (
  <main className={classes.splash} role="alert">
    <PageTitle>Something went wrong</PageTitle>
    <h1 className={classes.hidden}>Something went wrong</h1>
    <EmptyState
      icon={<IconAlertTriangle size={22} />}
      title="This page stopped working"
      action={
        <Button variant="default" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      }
    >
      Your data is safe. If it happens again after loading the page anew, a newer version may still be rolling
      out.
    </EmptyState>
  </main>
);
