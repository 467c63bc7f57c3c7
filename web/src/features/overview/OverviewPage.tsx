import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { isKnownUnsold } from '../../shared/unsold.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { FigureChart } from './FigureChart.tsx';
import { FigureTiles } from './FigureTiles.tsx';
import { FirstStepsToCome } from './FirstStepsPanel.tsx';
import classes from './OverviewPage.module.css';
import { PeriodPicker } from './PeriodPicker.tsx';
import { TopProducts } from './TopProducts.tsx';
import { type Look, useFigures, useLook } from './use-figures.ts';

// Only these two load code for orders: lazy, so that the metrics do not wait for it.
const Activity = lazy(async () => ({ default: (await import('./Activity.tsx')).Activity }));
const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }));

/** The overview of an organization's metrics. */
export const OverviewPage = () => {
  const look = useLook();
  const { organization, writeRefusal } = useCurrentOrganization();
  const toCome = isKnownUnsold(organization.id) ? <FirstStepsToCome /> : null;
  return (
    <>
      <PageHeader title={t('app:overview')} actions={<PeriodPicker look={look} />} />
      <div className={classes.parts}>
        {writeRefusal === null && (
          <Suspense fallback={toCome}>
            <FirstSteps toCome={toCome} />
          </Suspense>
        )}
        <Figures look={look} />
        <Suspense fallback={<ActivityToCome />}>
          <Activity />
        </Suspense>
      </div>
    </>
  );
};

/** Everything that renders again when the metrics arrive. */
const Figures = ({ look }: { look: Look }) => {
  const data = useFigures(look);
  return (
    <>
      <FigureTiles look={look} data={data} />
      <div className={classes.sides}>
        <FigureChart look={look} data={data} />
        <TopProducts data={data} />
      </div>
    </>
  );
};

const ActivityToCome = () => (
  <Section title={t('overview:activity')} isFlush>
    <Skeleton height={200} m="lg" w="auto" />
  </Section>
);
