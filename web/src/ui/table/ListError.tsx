import { Button } from '@mantine/core';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ErrorState } from '../pages/ErrorState.tsx';

type Props = {
  error: unknown;
  describe: (error: unknown) => string;
  onRetry: () => unknown;
  /** Clears the address's filters. */
  onClear?: (() => void) | undefined;
};

/**
 * Why a list could not be loaded. For an invalid address it offers to clear that instead of a retry, which would not
 * help.
 */
export const ListError = ({ error, describe, onRetry, onClear }: Props) =>
  onClear && [400, 422].includes(asFailure(error).status) ? (
    <ErrorState
      message={t('table:filtersCannotBeRead')}
      action={
        <Button variant="default" size="sm" onClick={onClear}>
          {t('table:clearAll')}
        </Button>
      }
    />
  ) : (
    <ErrorState message={describe(error)} onRetry={onRetry} />
  );
