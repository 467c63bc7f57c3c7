import { Button, Group } from '@mantine/core';
import { t } from '../i18n/t.ts';
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

/** The end of what a dialog asks: out of it, or sent. Until the answer is there the dialog stays. */
export const DialogActions = ({ action, isBusy, isDangerous, isDisabled, onSend, onCancel }: Props) => {
  useSending(isBusy);
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel} disabled={isBusy}>
        {t('ui:cancel')}
      </Button>
      <Button
        loading={isBusy}
        disabled={isDisabled}
        {...(isDangerous && { color: 'danger' })}
        {...(onSend ? { onClick: () => void onSend() } : { type: 'submit' })}
      >
        {action}
      </Button>
    </Group>
  );
};
