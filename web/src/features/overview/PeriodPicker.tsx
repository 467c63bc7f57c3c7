import { t } from '../../i18n/t.ts';
import classes from './PeriodPicker.module.css';
import { type PeriodName, periods } from './period.ts';

type Look = { period: PeriodName; setPeriod: (name: PeriodName) => void };

const names = Object.keys(periods) as PeriodName[];

/** Chooses the period. */
export const PeriodPicker = ({ look }: { look: Look }) => (
  <fieldset className={classes.picker}>
    <legend className={classes.legend}>{t('overview:period')}</legend>
    {names.map((name) => (
      <label key={name} className={classes.choice}>
        <input
          type="radio"
          name="period"
          checked={name === look.period}
          onChange={() => look.setPeriod(name)}
        />
        <span>
          {name === '365' ? t('overview:twelveMonths') : t('overview:days', { count: Number(name) })}
        </span>
      </label>
    ))}
  </fieldset>
);
