import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import {
  type CheckoutLink,
  useCreateCheckoutLinkMutation,
  useListCheckoutLinksQuery,
} from '../../api/checkout-links.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure, describeFailure } from '../../api/failure.ts';
import type { Product } from '../../api/products.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ShareLink } from '../../shared/ShareLink.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Props = { product: Pick<Product, 'id' | 'name'>; isOpen: boolean; onClose: () => void };

/** Hands out a link that sells the product: one that there is already, or a new one. */
export const ShareCheckout = ({ product, isOpen, onClose }: Props) => (
  <Dialog opened={isOpen} onClose={onClose} title={t('products:checkoutLinkFor', { name: product.name })}>
    {isOpen && <Shared productId={product.id} />}
  </Dialog>
);

/** A link that sells this product alone, as it is: nothing was preset that its sharer might not think of. */
const isPlain = ({ products, discountId, metadata, successUrl }: CheckoutLink): boolean =>
  products.length === 1 && discountId === null && successUrl === null && Object.keys(metadata).length === 0;

const plainLink = (productId: string) => ({ paymentProcessor: 'stripe' as const, products: [productId] });

const Shared = ({ productId }: { productId: string }) => {
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
      <TextLink to={paths.checkoutLink(organization.slug, link.id)}>
        {t('products:changeWhatTheLinkPresets')}
      </TextLink>
    </Stack>
  );
};
