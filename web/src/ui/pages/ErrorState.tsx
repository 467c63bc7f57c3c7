import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './ErrorState.module.css';

type Props = {
  message: string;
  onRetry?: () => unknown;
  /** A way on, where a retry does not help. */
  action?: ReactNode;
};

/** Replaces content that could not be loaded. */
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
