import type { NotificationData } from '@mantine/notifications';
import { t } from '../../i18n/t.ts';

const needed = new Set<() => void>();
let isNeeded = false;

/** State of the notifications' container: whether there was a notification yet, and a callback for the first. */
export const notices = {
  isNeeded: (): boolean => isNeeded,
  onNeeded: (listener: () => void): (() => void) => {
    needed.add(listener);
    return () => needed.delete(listener);
  },
};

/** Most pages show no notification: its code is loaded with the first. */
const show = async (notice: NotificationData): Promise<void> => {
  const { notifications } = await import('@mantine/notifications');
  isNeeded = true;
  for (const listener of needed) listener();
  notifications.show(notice);
};

/** Notifies of a success; disappears by itself without interrupting. */
export const notifyDone = (message: string): void => {
  void show({
    message,
    color: 'accent',
    role: 'status',
    autoClose: 4000,
    closeButtonProps: { 'aria-label': t('ui:dismiss') },
  });
};

/** Notifies of a failure, where there is no form to show it. */
export const notifyFailed = (message: string): void => {
  void show({
    message,
    color: 'danger',
    autoClose: 8000,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('ui:dismiss') },
  });
};
