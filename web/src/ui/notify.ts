import { notifications } from '@mantine/notifications';
import { t } from '../i18n/t.ts';

/** A short word that something worked; it goes away by itself and interrupts no one. */
export const notifyDone = (message: string): void => {
  notifications.show({
    message,
    color: 'accent',
    autoClose: 4000,
    closeButtonProps: { 'aria-label': t('ui:dismiss') },
  });
};

/** That something did not work, where there is no form to say it in. */
export const notifyFailed = (message: string): void => {
  notifications.show({
    message,
    color: 'danger',
    autoClose: 8000,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('ui:dismiss') },
  });
};
