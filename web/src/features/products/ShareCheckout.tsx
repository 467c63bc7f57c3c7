import { Anchor, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { useCreateCheckoutMutation } from '../../api/checkouts.ts';
import { asFailure } from '../../api/failure.ts';
import type { Product } from '../../api/products.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { FormError } from '../../ui/FormError.tsx';

type Props = { product: Pick<Product, 'id' | 'name'>; isOpen: boolean; onClose: () => void };

/** Makes a checkout of the product and hands out its address. */
export const ShareCheckout = ({ product, isOpen, onClose }: Props) => (
  <Dialog opened={isOpen} onClose={onClose} title={`Checkout link for ${product.name}`}>
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
          Try again
        </Button>
      </Stack>
    );
  if (!checkout)
    return (
      <div aria-live="polite">
        <VisuallyHidden>Creating the link</VisuallyHidden>
        <Skeleton height={64} radius="md" aria-hidden />
      </div>
    );
  return (
    <Stack gap="md">
      <Text c="dimmed">
        Send it to one customer. It takes one purchase and expires on {formatMoment(checkout.expiresAt)}.
      </Text>
      <CopyField label="Checkout link" value={checkout.url} />
      <Group justify="flex-end">
        <Anchor href={checkout.url} target="_blank" rel="noreferrer" size="sm">
          Open the checkout
        </Anchor>
      </Group>
    </Stack>
  );
};
