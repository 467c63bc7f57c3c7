import { type Order, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { Page } from '../ui/Page.tsx';
import { Pager, usePaged } from '../ui/Pager.tsx';
import { Section } from '../ui/Section.tsx';
import { Empty, Shown } from '../ui/State.tsx';
import { OrderRows } from './OrderRows.tsx';

export const OrdersPage = () => {
  const { asked, pager } = usePaged<Order>(routes.orders);
  return (
    <Page title={t('nav.orders')}>
      <Section title={t('orders.all')}>
        <Shown asked={asked} lines={6}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty text={t('orders.none')} />
            ) : (
              <>
                <OrderRows orders={items} />
                <Pager {...pager} />
              </>
            )
          }
        </Shown>
      </Section>
    </Page>
  );
};
