/** What products are counted by: whether they are on sale, and how they are sold. */

/** Of a row whose columns are written `r.name`. Indexed as it stands here: change both or neither. */
export const productFacet = `(CASE WHEN r.is_archived THEN 'archived' ELSE 'sold' END
  || CASE WHEN r.recurring_interval IS NULL THEN ' once' ELSE ' recurring' END)`;

export const productFacets = ['sold once', 'sold recurring', 'archived once', 'archived recurring'] as const;

/** The facets of products of which these things are known. */
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
