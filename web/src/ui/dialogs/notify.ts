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

/** Signs that stand for whole syllables or words. */
const dense = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu;

/** Milliseconds that a text takes to read, at a slow pace. */
const readingTime = (text: string): number => 1_500 + 70 * (text.length + (text.match(dense)?.length ?? 0));

/** Most pages show no notification: its code is loaded with the first. */
const show = async (message: string, least: number, look: Partial<NotificationData>): Promise<void> => {
  const closeButtonProps = { 'aria-label': t('ui:dismiss') };
  const { notifications } = await import('@mantine/notifications');
  isNeeded = true;
  for (const listener of needed) listener();
  const autoClose = Math.max(least, readingTime(message));
  // Mantine waits while the pointer is on a notification; who uses the keyboard needs the time as well.
  const hold = (time: number | false) => void notifications.update({ id, message, autoClose: time });
  const id: string = notifications.show({
    message,
    autoClose,
    closeButtonProps,
    onFocusCapture: () => hold(false),
    onBlurCapture: () => hold(autoClose),
    ...look,
  });
};

/** Notifies of a success; disappears by itself without interrupting. */
export const notifyDone = (message: string): void => {
  // No role of its own: the region around it is the live one.
  void show(message, 4_000, { color: 'accent', role: 'presentation' });
};

/** Notifies of a failure, where there is no form to show it. */
export const notifyFailed = (message: string): void => {
  void show(message, 8_000, { color: 'danger', role: 'alert' });
};
