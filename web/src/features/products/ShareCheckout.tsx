import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  type CheckoutLink,
  useCreateCheckoutLinkMutation,
  useListCheckoutLinksQuery,
} from '../../api/catalog/checkout-links.ts';
import type { Product } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ShareLink } from '../../shared/ShareLink.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { OneCheckout } from './OneCheckout.tsx';

type Shareable = Pick<Product, 'id' | 'name' | 'isRecurring'>;
type Props = { product: Shareable; isOpen: boolean; onClose: () => void };

/** Shows a link that sells the product: an existing one, or a new one. */
export const ShareCheckout = ({ product, isOpen, onClose }: Props) => (
  <Dialog opened={isOpen} onClose={onClose} title={t('products:checkoutLinkFor', { name: product.name })}>
    {isOpen && <Ways product={product} />}
  </Dialog>
);

/** A link for anyone, or a checkout for one customer. */
const Ways = ({ product }: { product: Shareable }) => {
  const [isForOne, setForOne] = useState(false);
  if (isForOne) return <OneCheckout product={product} onBack={() => setForOne(false)} />;
  return <Shared productId={product.id} onForOne={() => setForOne(true)} />;
};

/** Whether a link sells only this product and presets nothing that the user might overlook. */
const isPlain = (link: CheckoutLink): boolean =>
  link.products.length === 1 &&
  link.discountId === null &&
  link.successUrl === null &&
  link.allowDiscountCodes &&
  !link.requireBillingAddress &&
  Object.keys(link.metadata).length === 0;

const plainLink = (productId: string) => ({ paymentProcessor: 'stripe' as const, products: [productId] });

const Shared = ({ productId, onForOne }: { productId: string; onForOne: () => void }) => {
  const { organization } = useCurrentOrganization();
  const list = useListCheckoutLinksQuery({ organizationId: organization.id, productId, limit: 100 });
  const [create, { data: created, error }] = useCreateCheckoutLinkMutation();
  const link = created ?? list.data?.items.find(isPlain);
  const isMissing = list.data !== undefined && link === undefined;
  useEffect(() => {
    if (isMissing) void create(plainLink(productId));
  }, [create, isMissing, productId]);
  const failure = error ? asFailure(error).message : list.error && describeFailure(list.error);
  if (failure)
    return (
      <Stack gap="sm">
        <FormError message={failure} />
        <Button
          variant="default"
          onClick={() => void (list.error ? list.refetch() : create(plainLink(productId)))}
        >
          {t('ui:tryAgain')}
        </Button>
      </Stack>
    );
  if (!link)
    return (
      <div aria-live="polite">
        <VisuallyHidden>{t('products:creatingTheLink')}</VisuallyHidden>
        <Skeleton height={64} radius="md" aria-hidden />
      </div>
    );
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('products:sendItToAnyone')}</Text>
      <ShareLink url={link.url} />
      <Group justify="space-between">
        <TextLink to={paths.checkoutLink(organization.slug, link.id)}>
          {t('products:changeWhatTheLinkPresets')}
        </TextLink>
        <Button variant="subtle" size="xs" onClick={onForOne}>
          {t('products:forOneCustomer')}
        </Button>
      </Group>
    </Stack>
  );
};
