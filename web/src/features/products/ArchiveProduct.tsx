import { useDisclosure } from '@mantine/hooks';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { type Product, useUpdateProductMutation } from '../../api/products.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';

/** Takes a product off sale after asking, or puts it back. */
export const ArchiveProduct = ({ product }: { product: Product }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [update, { isLoading, error }] = useUpdateProductMutation();
  const change = async (isArchived: boolean) => {
    const { error: refused } = await update({ id: product.id, changes: { isArchived } });
    if (refused) return isArchived ? undefined : notifyFailed(asFailure(refused).message);
    asking.close();
    notifyDone(isArchived ? `${product.name} was archived.` : `${product.name} can be bought again.`);
  };
  if (product.isArchived)
    return (
      <GuardedButton
        variant="default"
        refusal={writeRefusal}
        loading={isLoading}
        onClick={() => change(false)}
      >
        Restore
      </GuardedButton>
    );
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        Archive
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Archive ${product.name}?`}
        action="Archive product"
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={() => change(true)}
        onClose={asking.close}
      >
        No one can buy it any more, and checkout links you have shared stop working. Customers keep what they
        have bought and subscriptions go on. You can restore it later.
      </ConfirmDialog>
    </>
  );
};
