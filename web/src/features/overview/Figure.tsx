import { Anchor, Skeleton } from '@mantine/core';
import classes from './Figure.module.css';

type Props = { label: string; value: string | undefined; error: unknown; onRetry: () => unknown };

/** One number that matters. */
export const Figure = ({ label, value, error, onRetry }: Props) => (
  <div className={classes.figure}>
    <h2 className={classes.label}>{label}</h2>
    {value === undefined ? (
      error ? (
        <p className={classes.failed} role="alert">
          Could not be loaded.{' '}
          <Anchor component="button" type="button" onClick={() => onRetry()}>
            Try again
          </Anchor>
        </p>
      ) : (
        <Skeleton height={28} width={120} radius="sm" mt={6} />
      )
    ) : (
      <p className={classes.value}>{value}</p>
    )}
  </div>
);
