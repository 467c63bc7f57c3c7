import { useDisclosure } from '@mantine/hooks';
import { type Product, useUpdateProductMutation } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';

/** Archives a product after confirmation, or restores it. */
export const ArchiveProduct = ({ product }: { product: Product }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [update, { isLoading, error }] = useUpdateProductMutation();
  const change = async (isArchived: boolean) => {
    const { error: refused } = await update({ id: product.id, changes: { isArchived } });
    if (refused) return isArchived ? undefined : notifyFailed(asFailure(refused).message);
    asking.close();
    notifyDone(
      isArchived
        ? t('products:wasArchived', { name: product.name })
        : t('products:canBeBoughtAgain', { name: product.name }),
    );
  };
  if (product.isArchived)
    return (
      <GuardedButton
        variant="default"
        refusal={writeRefusal}
        loading={isLoading}
        onClick={() => change(false)}
      >
        {t('products:restore')}
      </GuardedButton>
    );
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        {t('products:archive')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('products:archiveQuestion', { name: product.name })}
        action={t('products:archiveProduct')}
        isReversible
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={() => change(true)}
        onClose={asking.close}
      >
        {t('products:noOneCanBuy')}
      </ConfirmDialog>
    </>
  );
};
