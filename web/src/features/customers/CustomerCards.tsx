import { useListCustomerCardsQuery } from '../../api/sales/customers.ts';
import { t } from '../../i18n/t.ts';
import { Details } from '../../ui/display/Details.tsx';
import { Section } from '../../ui/pages/Section.tsx';

type Method = NonNullable<ReturnType<typeof useListCustomerCardsQuery>['data']>['items'][number];

const nameOf = (method: Method): string => {
  if (!('card' in method)) return t('shared:card');
  const { brand, last4 } = method.card;
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`;
};

const noteOf = (method: Method): string => {
  const notes = [method.default ? t('customers:isCharged') : ''];
  if ('card' in method) {
    const { expMonth, expYear } = method.card;
    notes.push(t('customers:expires', { date: `${String(expMonth).padStart(2, '0')}/${expYear}` }));
  }
  return notes.filter((note) => note !== '').join(' · ');
};

/** A customer's saved cards. Nothing without cards. */
export const CustomerCards = ({ customerId }: { customerId: string }) => {
  const { data } = useListCustomerCardsQuery(customerId);
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={t('customers:cards')}>
      <Details items={data.items.map((method) => [nameOf(method), noteOf(method)])} />
    </Section>
  );
};
