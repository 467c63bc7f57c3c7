import { addressOf } from '../api/request/address.ts';
import classes from '../shared/test-mode.module.css';
import { t } from './i18n.ts';

/** Shows a notice above the page when the installation runs in test mode; nothing when the request fails. */
export const markTestMode = async (): Promise<void> => {
  const response = await fetch(addressOf('/auth/public-options')).catch(() => null);
  const options = (await response?.json().catch(() => null)) as { isTestMode?: unknown } | null | undefined;
  if (options?.isTestMode !== true) return;
  const mark = document.createElement('aside');
  mark.className = classes['mark'] ?? '';
  mark.setAttribute('aria-label', t('test.mark'));
  mark.textContent = t('test.text');
  document.body.prepend(mark);
};
