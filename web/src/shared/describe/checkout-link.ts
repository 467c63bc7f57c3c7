import type { CheckoutLink } from '../../api/checkout-links.ts';

/** What a link is called: its label, or what it sells. */
export const nameOfLink = ({ label, products }: Pick<CheckoutLink, 'label' | 'products'>): string =>
  label || products.map(({ name }) => name).join(', ');
