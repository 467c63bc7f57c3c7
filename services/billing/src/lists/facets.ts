/** The facets that products are counted by: archived or not, one-time or recurring. */

/** Columns are written `r.name`. There is an index on this expression: it must change with it. */
export const productFacet = `(CASE WHEN r.is_archived THEN 'archived' ELSE 'sold' END
  || CASE WHEN r.recurring_interval IS NULL THEN ' once' ELSE ' recurring' END)`;

export const productFacets = ['sold once', 'sold recurring', 'archived once', 'archived recurring'] as const;

/** Returns the facets that match; undefined: all. */
export const productFacetsOf = (known: {
  isArchived?: boolean | undefined;
  isRecurring?: boolean | undefined;
}): readonly string[] | undefined => {
  const { isArchived, isRecurring } = known;
  if (isArchived === undefined && isRecurring === undefined) return undefined;
  return productFacets.filter(
    (facet) =>
      (isArchived === undefined || facet.startsWith('archived') === isArchived) &&
      (isRecurring === undefined || facet.endsWith('recurring') === isRecurring),
  );
};
