import { VisuallyHidden } from '@mantine/core';
import { Mark } from '../design/Mark.tsx';
import { t } from '../i18n/t.ts';
import classes from './Splash.module.css';

/** The first moment, before it is known who is there. */
export const Splash = () => (
  <div className={classes.splash} aria-live="polite">
    <Mark size={36} />
    <VisuallyHidden>{t('app:loadingTessera')}</VisuallyHidden>
  </div>
);
