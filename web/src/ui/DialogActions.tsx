import { Button, Group } from '@mantine/core';
import { t } from '../i18n/t.ts';

type Props = {
  /** What sends the form, in words. */
  action: string;
  isBusy: boolean;
  /** Loses something that does not come back. */
  isDangerous?: boolean;
  onCancel: () => void;
};

/** The end of a form in a dialog: out of it, or sent. */
export const DialogActions = ({ action, isBusy, isDangerous = false, onCancel }: Props) => (
  <Group justify="flex-end" gap="xs">
    <Button variant="default" onClick={onCancel} disabled={isBusy}>
      {t('ui:cancel')}
    </Button>
    <Button type="submit" loading={isBusy} {...(isDangerous && { color: 'danger' })}>
      {action}
    </Button>
  </Group>
);
