import { t } from '../i18n/t.ts';
import classes from './test-mode.module.css';

const mark = document.createElement('aside');

/**
 * Says above a page that payments are not real, where the installation is set up so. Without React and without the shape of
 * the answer, so that each bundle, however light, can do it.
 */
export const markTestMode = ({ isTestMode }: { isTestMode: boolean }): void => {
  if (!isTestMode || mark.isConnected) return;
  mark.className = classes['mark'] ?? '';
  mark.setAttribute('aria-label', t('common:testMode'));
  mark.textContent = t('common:testModePaymentsAreMade');
  document.body.prepend(mark);
};
