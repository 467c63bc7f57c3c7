/** Products as events show them that have grown beyond what an event holds. */

type Long = {
  description: string | null;
  medias: unknown[];
  benefits: unknown[];
  /** Not of a checkout's products. */
  attachedCustomFields?: unknown[];
};

/** Without what may be long. Whoever wants to know reads the product. */
export const briefProduct = <Shown extends Long>(product: Shown): Shown => ({
  ...product,
  description: null,
  medias: [],
  benefits: [],
  ...(product.attachedCustomFields && { attachedCustomFields: [] }),
});
