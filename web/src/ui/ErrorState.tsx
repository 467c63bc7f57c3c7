import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './ErrorState.module.css';

type Props = { message: string; onRetry?: () => unknown };

/** What stands where content would when it could not be read. */
export const ErrorState = ({ message, onRetry }: Props) => (
  <div className={classes.root} role="alert">
    <IconAlertTriangle size={20} aria-hidden className={classes.icon} />
    <div>
      <p className={classes.title}>This could not be loaded</p>
      <p className={classes.text}>{message}</p>
    </div>
    {onRetry && (
      <Button variant="default" size="sm" onClick={() => onRetry()}>
        Try again
      </Button>
    )}
  </div>
);
