import { useDebouncedValue } from '@mantine/hooks';
import { useEffect } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Found, useLazySearchQuery } from '../../api/sales/search.ts';
import { paths } from '../../paths.ts';
import { nameOfLink } from '../../shared/describe/checkout-link.ts';
import { describeValue } from '../../shared/describe/discount.ts';
import { describePrice } from '../../shared/describe/price.ts';
import { readableSize } from '../../shared/uploads/size.ts';
import { customerName } from '../../ui/format/customer-name.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { formatMoney, perInterval } from '../../ui/format/money.ts';

const shortestQuery = 2;
const limit = 4;

/** A search result; `note` distinguishes it from others of its name. */
export type FoundItem = { id: string; title: string; note: string; to: string };

/** The organization's things that match a few letters, a handful of each kind. */
export const useFound = (typed: string) => {
  const { organization } = useCurrentOrganization();
  const { id: organizationId, slug } = organization;
  const [query] = useDebouncedValue(typed, 180);
  const isAsked = typed.length >= shortestQuery && query.length >= shortestQuery;
  const { result, failure, isPending } = useSearch(organizationId, isAsked ? query : null);
  const found = { ...sold(result, slug), ...catalog(result, slug) };
  return {
    found,
    isEmpty: Object.values(found).every(({ items }) => items.length === 0),
    /** Why the results are missing. */
    failure,
    isSearching: typed.length >= shortestQuery && (typed !== query || isPending),
  };
};

/** Searches for a text (null: does not), all kinds in one request, which is dropped when the text is another. */
const useSearch = (organizationId: string, query: string | null) => {
  const [search, { originalArgs, currentData, error, isFetching }] = useLazySearchQuery();
  useEffect(() => {
    if (query === null) return;
    const asked = search({ organizationId, query, limit }, true);
    return () => asked.abort();
  }, [search, organizationId, query]);
  const isCurrent = originalArgs?.query === query && originalArgs.organizationId === organizationId;
  return {
    result: query !== null && isCurrent ? (currentData ?? null) : null,
    failure: query !== null && isCurrent && !isFetching ? error : undefined,
    isPending: query !== null && (!isCurrent || (isFetching && !currentData)),
  };
};

const listed = <Item>(items: Item[] | undefined, show: (item: Item) => FoundItem) => ({
  items: items?.map(show) ?? [],
});

/** Customers, sales and products: found first. */
const sold = (found: Found | null, slug: string) => ({
  customers: listed(found?.customers, ({ id, name, email }) => ({
    id,
    title: customerName({ name, email }),
    note: email,
    to: paths.customer(slug, id),
  })),
  orders: listed(found?.orders, (order) => ({
    id: order.id,
    title: `${customerName(order.customer)} · ${order.product.name}`,
    note: `${formatMoney(order.totalAmount, order.currency)}, ${formatDay(order.createdAt)}`,
    to: paths.order(slug, order.id),
  })),
  subscriptions: listed(found?.subscriptions, ({ id, customer, product, ...one }) => ({
    id,
    title: `${customerName(customer)} · ${product.name}`,
    note: `${formatMoney(one.amount, one.currency)}${perInterval(one.recurringInterval, one.recurringIntervalCount)}, ${formatDay(one.startedAt ?? one.createdAt)}`,
    to: paths.subscription(slug, id),
  })),
  licenseKeys: listed(found?.licenseKeys, ({ id, customer, displayKey }) => ({
    id,
    title: displayKey,
    note: customerName(customer),
    to: paths.licenseKey(slug, id),
  })),
  checkouts: listed(
    found?.checkouts,
    ({ id, customerName: name, customerEmail: email, product, ...checkout }) => ({
      id,
      title: `${customerName({ name, email: email ?? '' })} · ${product.name}`,
      note: `${formatMoney(checkout.totalAmount, checkout.currency)}, ${formatDay(checkout.createdAt)}`,
      to: paths.checkout(slug, id),
    }),
  ),
  products: listed(found?.products, ({ id, name, prices, recurringInterval, recurringIntervalCount }) => ({
    id,
    title: name,
    note: describePrice(prices, recurringInterval, recurringIntervalCount),
    to: paths.product(slug, id),
  })),
});

/** The rest of the catalog. */
const catalog = (found: Found | null, slug: string) => ({
  discounts: listed(found?.discounts, (discount) => ({
    id: discount.id,
    title: discount.name,
    note: [discount.code, describeValue(discount)].filter(Boolean).join(' · '),
    to: paths.discount(slug, discount.id),
  })),
  checkoutLinks: listed(found?.checkoutLinks, (link) => ({
    id: link.id,
    title: nameOfLink(link),
    note: link.label ? nameOfLink({ ...link, label: null }) : '',
    to: paths.checkoutLink(slug, link.id),
  })),
  benefits: listed(found?.benefits, ({ id, description }) => ({
    id,
    title: description,
    note: '',
    to: paths.benefit(slug, id),
  })),
  meters: listed(found?.meters, ({ id, name }) => ({
    id,
    title: name,
    note: '',
    to: paths.meter(slug, id),
  })),
  customFields: listed(found?.customFields, (field) => ({
    id: field.id,
    title: field.name,
    note: field.slug,
    to: paths.customField(slug, field.id),
  })),
  files: listed(found?.files, ({ id, name, size }) => ({
    id,
    title: name,
    note: readableSize(size),
    to: paths.file(slug, id),
  })),
});
