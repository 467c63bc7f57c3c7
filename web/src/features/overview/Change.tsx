import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import classes from './Change.module.css';

const written = (share: number): string =>
  new Intl.NumberFormat(readerLocale(), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0,
  }).format(share);

/** The relative change since the previous period; nothing without a value to compare with. */
export const Change = ({ share }: { share: number | null }) =>
  share !== null && (
    <span
      className={classes.change}
      data-way={share > 0 ? 'up' : share < 0 ? 'down' : undefined}
      title={t('overview:comparedToBefore')}
      data-figures
    >
      {written(share)}
    </span>
  );
