import { Skeleton, VisuallyHidden } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import classes from './LoadingPage.module.css';
import { Card } from './Section.tsx';

/** The skeleton of a page whose data is loading. */
export const LoadingPage = () => (
  <div aria-live="polite">
    <VisuallyHidden>{t('ui:loading')}</VisuallyHidden>
    <div className={classes.head} aria-hidden>
      <Skeleton height={12} width={90} radius="sm" />
      <Skeleton height={26} width={260} radius="sm" />
    </div>
    <Card>
      <div className={classes.body} aria-hidden>
        {[70, 45, 82, 58].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} radius="sm" />
        ))}
      </div>
    </Card>
  </div>
);
