import { Button } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import classes from './acts.module.css';
import { useSending } from './sending.ts';

type Props = {
  /** The label of the submit button. */
  action: string;
  isBusy: boolean;
  /** Destructive: cannot be undone. */
  isDangerous?: boolean;
  /** The input is incomplete. */
  isDisabled?: boolean;
  /** For dialogs without a form. */
  onSend?: () => unknown;
  onCancel: () => void;
};

/** The buttons of a dialog: submit and cancel. The dialog stays open until the response. */
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
