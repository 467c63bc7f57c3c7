import type { CheckoutLink } from '../../api/catalog/checkout-links.ts';

/** A link's display name: its label, or its products. */
export const nameOfLink = ({ label, products }: Pick<CheckoutLink, 'label' | 'products'>): string =>
  label || products.map(({ name }) => name).join(', ');
