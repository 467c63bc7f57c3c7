import { type Order, type Page as PageOf, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked } from '../portal.ts';
import { Page } from '../ui/Page.tsx';
import { Pager, usePager } from '../ui/Pager.tsx';
import { Section } from '../ui/Section.tsx';
import { Empty, Shown } from '../ui/State.tsx';
import { OrderRows } from './OrderRows.tsx';

export const OrdersPage = () => {
  const pager = usePager();
  const asked = useAsked<PageOf<Order>>(routes.orders(pager.query));
  return (
    <Page title={t('nav.orders')}>
      <Section title={t('orders.all')}>
        <Shown asked={asked} lines={6}>
          {({ items, pagination }) =>
            items.length === 0 ? (
              <Empty text={t('orders.none')} />
            ) : (
              <>
                <OrderRows orders={items} />
                <Pager {...pager} lastPage={pagination.maxPage} />
              </>
            )
          }
        </Shown>
      </Section>
    </Page>
  );
};
