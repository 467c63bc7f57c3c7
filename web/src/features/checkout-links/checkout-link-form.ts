import type { CheckoutLinkCreate, CheckoutLinkUpdate } from '@tessera/proto/api/billing/checkout-link';
import type { z } from 'zod';
import type { CheckoutLink } from '../../api/catalog/checkout-links.ts';
import { entriesOf, type MetadataEntry, metadataMistakes, metadataOf } from '../../shared/fields/metadata.ts';
import type { FieldErrors } from '../../ui/forms/form-errors.ts';

export type CheckoutLinkForm = {
  label: string;
  products: string[];
  discountId: string | null;
  allowDiscountCodes: boolean;
  requireBillingAddress: boolean;
  successUrl: string;
  metadata: MetadataEntry[];
  form: string;
};

export const emptyLink: CheckoutLinkForm = {
  label: '',
  products: [],
  discountId: null,
  allowDiscountCodes: true,
  requireBillingAddress: false,
  successUrl: '',
  metadata: [],
  form: '',
};

export const formOfLink = (link: CheckoutLink): CheckoutLinkForm => ({
  label: link.label ?? '',
  products: link.products.map(({ id }) => id),
  discountId: link.discountId,
  allowDiscountCodes: link.allowDiscountCodes,
  requireBillingAddress: link.requireBillingAddress,
  successUrl: link.successUrl ?? '',
  metadata: entriesOf(link.metadata),
  form: '',
});

const content = (form: CheckoutLinkForm) => ({
  label: form.label.trim() || null,
  products: form.products,
  discountId: form.discountId,
  allowDiscountCodes: form.allowDiscountCodes,
  requireBillingAddress: form.requireBillingAddress,
  successUrl: form.successUrl.trim() || null,
  metadata: metadataOf(form.metadata),
});

export const createRequest = (form: CheckoutLinkForm): z.input<typeof CheckoutLinkCreate> => ({
  ...content(form),
  paymentProcessor: 'stripe',
});

export const updateRequest = (form: CheckoutLinkForm): z.input<typeof CheckoutLinkUpdate> => content(form);

/** Validation errors of the schema, and of metadata rows that would be lost. */
export const linkMistakes = (shape: FieldErrors | null, { metadata }: CheckoutLinkForm): FieldErrors => ({
  ...shape,
  ...metadataMistakes(metadata),
});
