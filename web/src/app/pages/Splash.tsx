import { VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { Mark } from '../../design/Mark.tsx';
import { t } from '../../i18n/t.ts';
import { isOutlined, keepOutline } from './outline.ts';
import classes from './Splash.module.css';

/** Shown until the session is known: the outline of the page where there is one, else the mark. */
export const Splash = () => {
  const [hasOutline] = useState(isOutlined);
  useLayoutEffect(keepOutline, []);
  return (
    <div className={classes.splash} aria-live="polite">
      {!hasOutline && <Mark size={36} />}
      <VisuallyHidden>{t('app:loadingTessera')}</VisuallyHidden>
    </div>
  );
};
