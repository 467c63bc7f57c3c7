import { Button } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { t } from '../i18n/t.ts';
import { FormError } from './FormError.tsx';
import classes from './FormLayout.module.css';
import { GuardedButton } from './GuardedButton.tsx';

type Props = {
  onSubmit: FormEventHandler<HTMLFormElement>;
  error: ReactNode;
  submitLabel: string;
  isBusy: boolean;
  refusal?: string | null;
  onCancel?: () => unknown;
  children: ReactNode;
};

/** A page-long form: sections, then what went wrong, then the act. */
export const FormLayout = (props: Props) => {
  const { onSubmit, error, submitLabel, isBusy, refusal = null, onCancel, children } = props;
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      {children}
      <div className={classes.foot}>
        <FormError message={error} />
        <div className={classes.acts}>
          {onCancel && (
            <Button variant="default" onClick={() => void onCancel()} disabled={isBusy}>
              {t('ui:cancel')}
            </Button>
          )}
          <GuardedButton type="submit" refusal={refusal} loading={isBusy}>
            {submitLabel}
          </GuardedButton>
        </div>
      </div>
    </form>
  );
};
