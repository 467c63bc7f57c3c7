import { routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { Page } from '../ui/Page.tsx';
import { Pager, usePaged } from '../ui/Pager.tsx';
import { Section } from '../ui/Section.tsx';
import { Empty, Shown } from '../ui/State.tsx';
import { isOver } from './describe.ts';
import { SubscriptionRows } from './SubscriptionRows.tsx';

export const SubscriptionsPage = () => (
  <Page title={t('nav.subscriptions')}>
    <Lists />
  </Page>
);

/** Current subscriptions (active, paused or past due), and ended ones. */
const Lists = () => {
  const { asked, pager } = usePaged<Subscription>(routes.subscriptions);
  return (
    <Shown asked={asked}>
      {({ items }) => {
        const over = items.filter(isOver);
        return (
          <>
            <List
              title={t('subscriptions.running')}
              items={items.filter((one) => !isOver(one))}
              whenNone={pager.page === 1 ? t('subscriptions.none') : undefined}
            />
            <List title={t('subscriptions.over')} items={over} />
            <Pager {...pager} />
          </>
        );
      }}
    </Shown>
  );
};

type Props = { title: string; items: Subscription[]; whenNone?: string | undefined };

const List = ({ title, items, whenNone }: Props) =>
  items.length === 0 && whenNone === undefined ? null : (
    <Section title={title}>
      {items.length === 0 ? <Empty text={whenNone ?? ''} /> : <SubscriptionRows subscriptions={items} />}
    </Section>
  );
