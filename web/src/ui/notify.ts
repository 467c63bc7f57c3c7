import type { NotificationData } from '@mantine/notifications';
import { t } from '../i18n/t.ts';

const needed = new Set<() => void>();
let isNeeded = false;

/** For the place where notices appear: whether there was one yet, and to hear of the first. */
export const notices = {
  isNeeded: (): boolean => isNeeded,
  onNeeded: (listener: () => void): (() => void) => {
    needed.add(listener);
    return () => needed.delete(listener);
  },
};

/** Most pages show none: what shows them is fetched with the first. */
const show = async (notice: NotificationData): Promise<void> => {
  const { notifications } = await import('@mantine/notifications');
  isNeeded = true;
  for (const listener of needed) listener();
  notifications.show(notice);
};

/** A short word that something worked; it goes away by itself and interrupts no one. */
export const notifyDone = (message: string): void => {
  void show({
    message,
    color: 'accent',
    autoClose: 4000,
    closeButtonProps: { 'aria-label': t('ui:dismiss') },
  });
};

/** That something did not work, where there is no form to say it in. */
export const notifyFailed = (message: string): void => {
  void show({
    message,
    color: 'danger',
    autoClose: 8000,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('ui:dismiss') },
  });
};
