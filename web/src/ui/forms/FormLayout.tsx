import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type FormEventHandler, type ReactNode, useCallback, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { FormError } from './FormError.tsx';
import classes from './FormLayout.module.css';
import { GuardedButton } from './GuardedButton.tsx';
import { Awaited } from './guarded-form.ts';

type Props = {
  onSubmit: FormEventHandler<HTMLFormElement>;
  error: ReactNode;
  submitLabel: string;
  isBusy: boolean;
  /** Why the user may not submit it: shown before any input, and at the button. */
  refusal?: string | null;
  onCancel?: () => unknown;
  /** With unsaved changes the submit button stays visible, however long the form is. */
  isDirty?: boolean;
  /** A preview beside the form where there is room: how buyers will see the result. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A full-page form: sections, then the error, then the submit button. */
export const FormLayout = ({ aside, children, onSubmit, error, ...foot }: Props) => {
  const { tell, isEarly, submit } = useAwaiting(onSubmit);
  return (
    <form onSubmit={submit} noValidate className={classes.form} data-with-aside={aside ? true : undefined}>
      <div className={classes.sections}>
        {foot.refusal && (
          <p role="note" className={classes.refusal}>
            <IconEye size={18} aria-hidden />
            {foot.refusal}
          </p>
        )}
        <Awaited value={tell}>{children}</Awaited>
      </div>
      {aside && (
        <aside className={classes.aside} aria-label={t('ui:preview')}>
          {aside}
        </aside>
      )}
      <Foot {...foot} error={isEarly ? t('ui:waitForUploads') : error} />
    </form>
  );
};

/** Blocks the submission during uploads: the form would be saved without them. */
const useAwaiting = (onSubmit: Props['onSubmit']) => {
  const [awaited, setAwaited] = useState(0);
  const [hasTried, setHasTried] = useState(false);
  const tell = useCallback((change: 1 | -1) => setAwaited((count) => count + change), []);
  const submit: Props['onSubmit'] = (event) => {
    setHasTried(awaited > 0);
    if (awaited === 0) return onSubmit(event);
    event.preventDefault();
  };
  return { tell, isEarly: hasTried && awaited > 0, submit };
};

const Foot = (props: Omit<Props, 'aside' | 'children' | 'onSubmit'>) => {
  const { error, submitLabel, isBusy, refusal = null, onCancel, isDirty = false } = props;
  return (
    <div className={classes.foot} data-dirty={isDirty || undefined}>
      <FormError message={error} />
      <div className={classes.acts}>
        {isDirty && <span className={classes.unsaved}>{t('ui:unsavedChanges')}</span>}
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
  );
};
