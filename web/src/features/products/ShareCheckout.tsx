import { Anchor, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { useCreateCheckoutMutation } from '../../api/checkouts.ts';
import { asFailure } from '../../api/failure.ts';
import type { Product } from '../../api/products.ts';
import { t } from '../../i18n/t.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { FormError } from '../../ui/FormError.tsx';

type Props = { product: Pick<Product, 'id' | 'name'>; isOpen: boolean; onClose: () => void };

/** Makes a checkout of the product and hands out its address. */
export const ShareCheckout = ({ product, isOpen, onClose }: Props) => (
  <Dialog opened={isOpen} onClose={onClose} title={t('products:checkoutLinkFor', { name: product.name })}>
    {isOpen && <Link productId={product.id} />}
  </Dialog>
);

const Link = ({ productId }: { productId: string }) => {
  const [create, { data: checkout, error }] = useCreateCheckoutMutation();
  useEffect(() => {
    const creation = create({ productId });
    return () => creation.reset();
  }, [create, productId]);
  if (error)
    return (
      <Stack gap="sm">
        <FormError message={asFailure(error).message} />
        <Button variant="default" onClick={() => void create({ productId })}>
          {t('ui:tryAgain')}
        </Button>
      </Stack>
    );
  if (!checkout)
    return (
      <div aria-live="polite">
        <VisuallyHidden>{t('products:creatingTheLink')}</VisuallyHidden>
        <Skeleton height={64} radius="md" aria-hidden />
      </div>
    );
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {t('products:sendItToOneCustomer', { expiresAt: formatMoment(checkout.expiresAt) })}
      </Text>
      <CopyField label={t('products:checkoutLink')} value={checkout.url} />
      <Group justify="flex-end">
        <Anchor href={checkout.url} target="_blank" rel="noreferrer" size="sm">
          {t('products:openTheCheckout')}
        </Anchor>
      </Group>
    </Stack>
  );
};
