import { useDebouncedValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import { useListBenefitsQuery } from '../../api/catalog/benefits.ts';
import { useListCheckoutLinksQuery } from '../../api/catalog/checkout-links.ts';
import { useListCustomFieldsQuery } from '../../api/catalog/custom-fields.ts';
import { useListDiscountsQuery } from '../../api/catalog/discounts.ts';
import { useListFilesQuery } from '../../api/catalog/files.ts';
import { useListProductsQuery } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useListCheckoutsQuery } from '../../api/sales/checkouts.ts';
import { useListCustomersQuery } from '../../api/sales/customers.ts';
import { useListLicenseKeysQuery } from '../../api/sales/license-keys.ts';
import { useListOrdersQuery } from '../../api/sales/orders.ts';
import { useListSubscriptionsQuery } from '../../api/sales/subscriptions.ts';
import { useListMetersQuery } from '../../api/usage/meters.ts';
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

/** The organization and the query; null: no search. */
type Search = { organizationId: string; query: string } | null;
type Result<Item> = { data?: { items: Item[] } | undefined; error?: unknown; isFetching: boolean };

/** The organization's things that match a few letters, a handful of each kind. */
export const useFound = (typed: string) => {
  const { organization } = useCurrentOrganization();
  const { id: organizationId, slug } = organization;
  const [query] = useDebouncedValue(typed, 180);
  const isAsked = typed.length >= shortestQuery && query.length >= shortestQuery;
  const search = isAsked ? { organizationId, query } : null;
  const found = { ...useSold(search, slug), ...useCatalog(search, slug) };
  const kinds = Object.values(found);
  return {
    found,
    isEmpty: kinds.every(({ items }) => items.length === 0),
    /** Why something may be missing among the results. */
    failure: kinds.find(({ error }) => error)?.error,
    isSearching:
      typed.length >= shortestQuery && (typed !== query || kinds.some(({ isPending }) => isPending)),
  };
};

const listed = <Item>(search: Search, result: Result<Item>, show: (item: Item) => FoundItem) => ({
  items: search === null ? [] : (result.data?.items.map(show) ?? []),
  error: search === null ? undefined : result.error,
  isPending: result.isFetching && !result.data,
});

/** Customers, sales and products: found first. */
const useSold = (search: Search, slug: string) => {
  const asked = search === null ? skipToken : { ...search, limit };
  return {
    customers: listed(search, useListCustomersQuery(asked), ({ id, name, email }) => ({
      id,
      title: customerName({ name, email }),
      note: email,
      to: paths.customer(slug, id),
    })),
    orders: listed(search, useListOrdersQuery(asked), (order) => ({
      id: order.id,
      title: `${customerName(order.customer)} · ${order.product.name}`,
      note: `${formatMoney(order.totalAmount, order.currency)}, ${formatDay(order.createdAt)}`,
      to: paths.order(slug, order.id),
    })),
    subscriptions: listed(search, useListSubscriptionsQuery(asked), ({ id, customer, product, ...one }) => ({
      id,
      title: `${customerName(customer)} · ${product.name}`,
      note: `${formatMoney(one.amount, one.currency)}${perInterval(one.recurringInterval, one.recurringIntervalCount)}, ${formatDay(one.startedAt ?? one.createdAt)}`,
      to: paths.subscription(slug, id),
    })),
    licenseKeys: listed(search, useListLicenseKeysQuery(asked), ({ id, customer, displayKey }) => ({
      id,
      title: displayKey,
      note: customerName(customer),
      to: paths.licenseKey(slug, id),
    })),
    checkouts: listed(
      search,
      useListCheckoutsQuery(asked),
      ({ id, customerName: name, customerEmail: email, product, ...checkout }) => ({
        id,
        title: `${customerName({ name, email: email ?? '' })} · ${product.name}`,
        note: `${formatMoney(checkout.totalAmount, checkout.currency)}, ${formatDay(checkout.createdAt)}`,
        to: paths.checkout(slug, id),
      }),
    ),
    products: listed(
      search,
      useListProductsQuery(asked),
      ({ id, name, prices, recurringInterval, recurringIntervalCount }) => ({
        id,
        title: name,
        note: describePrice(prices, recurringInterval, recurringIntervalCount),
        to: paths.product(slug, id),
      }),
    ),
  };
};

/** The rest of the catalog. */
const useCatalog = (search: Search, slug: string) => {
  const asked = search === null ? skipToken : { ...search, limit };
  return {
    discounts: listed(search, useListDiscountsQuery(asked), (discount) => ({
      id: discount.id,
      title: discount.name,
      note: [discount.code, describeValue(discount)].filter(Boolean).join(' · '),
      to: paths.discount(slug, discount.id),
    })),
    checkoutLinks: listed(search, useListCheckoutLinksQuery(asked), (link) => ({
      id: link.id,
      title: nameOfLink(link),
      note: link.label ? nameOfLink({ ...link, label: null }) : '',
      to: paths.checkoutLink(slug, link.id),
    })),
    benefits: listed(search, useListBenefitsQuery(asked), ({ id, description }) => ({
      id,
      title: description,
      note: '',
      to: paths.benefit(slug, id),
    })),
    meters: listed(search, useListMetersQuery(asked), ({ id, name }) => ({
      id,
      title: name,
      note: '',
      to: paths.meter(slug, id),
    })),
    customFields: listed(search, useListCustomFieldsQuery(asked), (field) => ({
      id: field.id,
      title: field.name,
      note: field.slug,
      to: paths.customField(slug, field.id),
    })),
    files: listed(search, useListFilesQuery(asked), ({ id, name, size }) => ({
      id,
      title: name,
      note: readableSize(size),
      to: paths.files(slug, name),
    })),
  };
};
