import { Skeleton } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { Section } from '../../ui/pages/Section.tsx';
import classes from './TopProducts.module.css';
import type { Figures } from './use-figures.ts';

/** The best-selling products of the period. */
export const TopProducts = memo(({ data: { topProducts, error } }: { data: Figures }) => {
  const { organization } = useCurrentOrganization();
  return (
    <Section title={t('overview:topProducts')} isFlush>
      {error && !topProducts ? (
        // They are loaded with the metrics, which show the error and a retry.
        <p className={classes.none}>—</p>
      ) : (
        <List items={topProducts?.items} currency={topProducts?.currency} slug={organization.slug} />
      )}
    </Section>
  );
});

type Item = { productId: string; name: string; orders: number; revenue: number };

type ListProps = { items: Item[] | undefined; currency: string | undefined; slug: string };

const List = ({ items, currency, slug }: ListProps) => {
  if (!items) return <Skeleton height={160} m="lg" w="auto" />;
  if (items.length === 0) return <p className={classes.none}>{t('overview:nothingSold')}</p>;
  const most = Math.max(1, ...items.map(({ revenue }) => revenue));
  return (
    <ol className={classes.list}>
      {items.map(({ productId, name, orders, revenue }) => (
        <li key={productId}>
          <Link to={paths.product(slug, productId)} className={classes.item}>
            <span className={classes.name} dir="auto">
              {name}
            </span>
            <span className={classes.amount} data-figures>
              {formatMoney(revenue, currency)}
            </span>
            <span className={classes.track} aria-hidden>
              <span className={classes.bar} style={{ width: `${Math.max(0, (revenue / most) * 100)}%` }} />
            </span>
            <span className={classes.orders}>{t('overview:orderCount', { count: orders })}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
};
