/** Shortened products for events that would exceed the size limit. */

type Long = {
  description: string | null;
  medias: unknown[];
  benefits: unknown[];
  /** Absent from a checkout's products. */
  attachedCustomFields?: unknown[];
};

/** Empties the fields that may be long; consumers read the product for them. */
export const briefProduct = <Shown extends Long>(product: Shown): Shown => ({
  ...product,
  description: null,
  medias: [],
  benefits: [],
  ...(product.attachedCustomFields && { attachedCustomFields: [] }),
});
