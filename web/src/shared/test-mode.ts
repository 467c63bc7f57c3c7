import { addressOf } from '../api/address.ts';
import { t } from '../i18n/t.ts';
import classes from './test-mode.module.css';

/**
 * Says above every page that payments are not real, where the installation is set up so. Without React and without the
 * shape of the answer, so that each bundle, however light, can do it. A page that cannot ask says nothing. `words`: when
 * the page knows its language.
 */
export const markTestMode = async (words: Promise<unknown>): Promise<void> => {
  const response = await fetch(addressOf('/auth/public-options')).catch(() => null);
  const options = (await response?.json().catch(() => null)) as { isTestMode?: unknown } | null | undefined;
  if (options?.isTestMode !== true) return;
  await words;
  const mark = document.createElement('aside');
  mark.className = classes['mark'] ?? '';
  mark.setAttribute('aria-label', t('common:testMode'));
  mark.textContent = t('common:testModePaymentsAreMade');
  document.body.prepend(mark);
};
