import { type Page as PageOf, routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked } from '../portal.ts';
import { Page } from '../ui/Page.tsx';
import { Pager, usePager } from '../ui/Pager.tsx';
import { Section } from '../ui/Section.tsx';
import { Empty, Shown } from '../ui/State.tsx';
import { SubscriptionRows } from './SubscriptionRows.tsx';

export const SubscriptionsPage = () => (
  <Page title={t('nav.subscriptions')}>
    <List title={t('subscriptions.running')} query="active=true" whenNone={t('subscriptions.none')} />
    <List title={t('subscriptions.over')} query="active=false" />
  </Page>
);

type Props = { title: string; query: string; whenNone?: string };

const List = ({ title, query, whenNone }: Props) => {
  const pager = usePager();
  const asked = useAsked<PageOf<Subscription>>(routes.subscriptions(`${query}&${pager.query}`));
  if (whenNone === undefined && (asked.data === null || asked.data.items.length === 0)) return null;
  return (
    <Section title={title}>
      <Shown asked={asked}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty text={whenNone ?? ''} />
          ) : (
            <>
              <SubscriptionRows subscriptions={items} />
              <Pager {...pager} lastPage={pagination.maxPage} />
            </>
          )
        }
      </Shown>
    </Section>
  );
};
