import { t } from '../i18n/t.ts';
import classes from './test-mode.module.css';

const mark = document.createElement('aside');

/**
 * Shows a notice above a page when the installation runs in test mode. Without React and without the reply's schema,
 * so that every bundle, however light, can use it.
 */
export const markTestMode = ({ isTestMode }: { isTestMode: boolean }): void => {
  if (!isTestMode || mark.isConnected) return;
  mark.className = classes['mark'] ?? '';
  mark.setAttribute('aria-label', t('common:testMode'));
  mark.textContent = t('common:testModePaymentsAreMade');
  document.body.prepend(mark);
};
