import { Button } from '@mantine/core';
import { t } from '../i18n/t.ts';
import classes from './acts.module.css';
import { useSending } from './sending.ts';

type Props = {
  /** What sends it, in words. */
  action: string;
  isBusy: boolean;
  /** Loses something that does not come back. */
  isDangerous?: boolean;
  /** Nothing is chosen yet that could be sent. */
  isDisabled?: boolean;
  /** Where the dialog is no form. */
  onSend?: () => unknown;
  onCancel: () => void;
};

/** The end of what a dialog asks: sent, or out of it. Until the answer is there the dialog stays. */
export const DialogActions = ({ action, isBusy, isDangerous, isDisabled, onSend, onCancel }: Props) => {
  useSending(isBusy);
  return (
    <div className={classes.acts}>
      <Button
        loading={isBusy}
        disabled={isDisabled}
        {...(isDangerous && { color: 'danger' })}
        {...(onSend ? { onClick: () => void onSend() } : { type: 'submit' })}
      >
        {action}
      </Button>
      <Button variant="default" onClick={onCancel} disabled={isBusy}>
        {t('ui:cancel')}
      </Button>
    </div>
  );
};
