import { Select } from '@mantine/core';
import { type Product, useListProductsQuery } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import type { Subscription } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { describePrice } from '../../shared/describe/price.ts';
import { choicesOf, offering, soughtBeside } from '../../shared/fields/choices.ts';
import { maxChoices, useChoiceSearch } from '../../shared/fields/NamedChoices.tsx';

/** The product's prices in the subscription's currency, which does not change. */
const pricesIn = ({ prices }: Product, currency: string) =>
  prices.filter((price) => price.amountType === 'free' || price.priceCurrency === currency);

const isOffered = (product: Product, currency: string): boolean =>
  pricesIn(product, currency).length > 0 && product.prices.every(({ amountType }) => amountType !== 'custom');

const labelOf = (product: Product, currency: string): string => {
  const { name, recurringInterval, recurringIntervalCount } = product;
  return `${name} · ${describePrice(pricesIn(product, currency), recurringInterval, recurringIntervalCount)}`;
};

type Props = {
  subscription: Subscription;
  product: Product | null;
  onChange: (product: Product | null) => void;
};

/** Selects the product that a subscription moves to, by name; searches on the server beyond the first page. */
export const ProductChoice = ({ subscription, product, onChange }: Props) => {
  const { productId: present, currency } = subscription;
  const { organization } = useCurrentOrganization();
  const { search, setSearch, query } = useChoiceSearch();
  const wanted = {
    organizationId: organization.id,
    isRecurring: true,
    isArchived: false,
    limit: maxChoices,
    sorting: ['name'] as const,
  };
  const first = useListProductsQuery(wanted);
  // The input shows the selected product: not a search text.
  const sought = product && query === labelOf(product, currency) ? undefined : soughtBeside(first, query);
  const found = useListProductsQuery({ ...wanted, query: sought }, { skip: sought === undefined });
  const { items, list } = choicesOf(first, found, sought);
  const offered = items.filter((one) => one.id !== present && isOffered(one, currency));
  const products = product && !offered.some((one) => one.id === product.id) ? [product, ...offered] : offered;
  return (
    <Select
      label={t('subscriptions:newProduct')}
      placeholder={t('subscriptions:chooseProduct')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      openOnFocus={false}
      {...offering(list, t('subscriptions:noOtherProduct'))}
      data={products.map((one) => ({ value: one.id, label: labelOf(one, currency) }))}
      value={product?.id ?? null}
      onChange={(id) => onChange(products.find((one) => one.id === id) ?? null)}
      data-autofocus
    />
  );
};
