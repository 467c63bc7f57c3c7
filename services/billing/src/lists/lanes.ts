/** How a list is read along indexes: lane by lane, each in the list's order, and merged. */
import type { ObjectLiteral } from 'typeorm';
import { type Bind, type Filter, type List, ownerOf } from './list.ts';

/** With more products than these, their rows are filtered instead of merged. */
const maxLanes = 500;

/** Rows of an organization or product, of one facet or (null) all of them. */
export type Lane = { owner: string; facet: string | null };

/** Whether the lanes are products; otherwise they are organizations. */
export const isByProduct = ({ products }: Filter): boolean =>
  products !== undefined && products.length <= maxLanes;

/** The condition of the partial index that has the rows of the filter's facet. */
const partialOf = <Row extends ObjectLiteral>({ partial }: List<Row>, { facets }: Filter) =>
  facets?.length === 1 ? partial?.[facets[0] ?? ''] : undefined;

const facetsOf = <Row extends ObjectLiteral>(list: List<Row>, filter: Filter) => {
  if (partialOf(list, filter)) return undefined;
  // The index of a product's rows includes the facet, so that it serves with and without a filter on it.
  return filter.facets ?? (isByProduct(filter) ? list.facets : undefined);
};

/**
 * Builds lanes: each organization, or each product, is read along its own index in the list's order, and the results
 * are merged. A single condition on several of them would lose that order.
 */
export const lanesOf = <Row extends ObjectLiteral>(list: List<Row>, filter: Filter): Lane[] => {
  const owners = (isByProduct(filter) ? filter.products : undefined) ?? filter.organizations;
  const facets = facetsOf(list, filter);
  return owners.flatMap((owner) => (facets ?? [null]).map((facet) => ({ owner, facet })));
};

/** The conditions of a lane's rows `r`. */
export const conditionsOf = <Row extends ObjectLiteral>(
  list: List<Row>,
  filter: Filter,
  bind: Bind,
): string[] => {
  const { column } = ownerOf(list);
  const { products, without } = filter;
  const partial = partialOf(list, filter);
  return [
    `r.${isByProduct(filter) ? column : 'organization_id'} = lane.owner`,
    ...(facetsOf(list, filter) ? [`${list.facet} = lane.facet`] : []),
    ...(products && !isByProduct(filter) ? [`r.${column} = ANY(${bind(products)}::uuid[])`] : []),
    ...(partial ? [partial] : []),
    ...(without ? [`NOT (${without})`] : []),
    ...(list.where ? [list.where] : []),
  ];
};

/**
 * SQL for the lanes `asked`. Excludes products of other organizations by lane. As a condition on rows it would need
 * their organization, which is not in the index of a product's rows: a deep page skips many rows.
 */
export const fromOwn = <Row extends ObjectLiteral>(
  list: List<Row>,
  { filter, asked }: { filter: Filter; asked: string },
  bind: Bind,
): string => {
  if (!isByProduct(filter)) return asked;
  const owner = `SELECT own.organization_id FROM ${ownerOf(list).table} own WHERE own.id = lane.owner`;
  return `(SELECT * FROM ${asked} WHERE (${owner}) = ANY(${bind(filter.organizations)}::uuid[])) AS lane`;
};
