import { t } from '../../i18n/t.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Activity } from './Activity.tsx';
import { FigureChart } from './FigureChart.tsx';
import { FigureTiles } from './FigureTiles.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import classes from './OverviewPage.module.css';
import { PeriodPicker } from './PeriodPicker.tsx';
import { TopProducts } from './TopProducts.tsx';
import { useFigures, useLook } from './use-figures.ts';

/** How the organization is doing. */
export const OverviewPage = () => {
  const look = useLook();
  const data = useFigures(look);
  return (
    <>
      <PageHeader title={t('app:overview')} actions={<PeriodPicker look={look} />} />
      <div className={classes.parts}>
        <FirstSteps />
        <FigureTiles look={look} data={data} />
        <div className={classes.sides}>
          <FigureChart look={look} data={data} />
          <TopProducts look={look} />
        </div>
        <Activity />
      </div>
    </>
  );
};
