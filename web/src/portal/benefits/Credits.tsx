import { number } from '../../buyers/prices/format.ts';
import { t } from '../i18n.ts';
import { useHasUsage } from '../parts.ts';
import { Link } from '../router.tsx';
import sections from '../ui/Section.module.css';
import classes from './Benefits.module.css';

/** Prepaid units, with a link to their balance. */
export const Credits = ({ units }: { units: number }) => {
  const hasUsage = useHasUsage();
  return (
    <p className={classes.facts}>
      {t('credits.units', { units: number(units) })}{' '}
      {hasUsage && (
        <Link to={['usage']} className={sections.link}>
          {t('credits.left')}
        </Link>
      )}
    </p>
  );
};
