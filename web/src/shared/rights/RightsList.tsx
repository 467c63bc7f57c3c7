import { t } from '../../i18n/t.ts';
import { type Asked, askedRights } from './asked-rights.ts';
import classes from './RightsList.module.css';

/** All rights that an app would get: those that change something first. */
export const RightsList = ({ subType, scopes }: Asked) => {
  const { learns, changes, sees } = askedRights({ subType, scopes });
  const isOfSales = changes.length > 0 || sees.length > 0;
  return (
    <section aria-label={t('rights:whatItMay')}>
      <Lines title={t('rights:seeAndChange')} lines={changes} />
      <Lines title={t('rights:lookOnly')} lines={sees} />
      {isOfSales && subType === 'user' && <p className={classes.note}>{t('rights:inAllOrganizations')}</p>}
      <Lines title={t('rights:learn')} lines={learns} />
      {!isOfSales && learns.length === 0 && <p className={classes.note}>{t('rights:nothingAtAll')}</p>}
    </section>
  );
};

const Lines = ({ title, lines }: { title: string; lines: string[] }) =>
  lines.length > 0 && (
    <>
      <p className={classes.group}>{title}</p>
      <ul className={classes.list} aria-label={title}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
