import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../i18n/t.ts';
import classes from './ErrorState.module.css';

type Props = {
  message: string;
  onRetry?: () => unknown;
  /** What leads out of it, where trying again does not. */
  action?: ReactNode;
};

/** What stands where content would when it could not be read. */
export const ErrorState = ({ message, onRetry, action }: Props) => (
  <div className={classes.root} role="alert">
    <IconAlertTriangle size={20} aria-hidden className={classes.icon} />
    <div>
      <p className={classes.title}>{t('ui:thisCouldNotBeLoaded')}</p>
      <p className={classes.text}>{message}</p>
    </div>
    {action}
    {onRetry && (
      <Button variant="default" size="sm" onClick={() => onRetry()}>
        {t('ui:tryAgain')}
      </Button>
    )}
  </div>
);
