import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { type Benefit, useDeleteBenefitMutation } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';

export const DeleteBenefit = ({ benefit }: { benefit: Benefit }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure(false);
  const [remove, { isLoading, error }] = useDeleteBenefitMutation();
  const confirm = async () => {
    const { error: refused } = await remove(benefit.id);
    if (refused) return;
    notifyDone(`${benefit.description} was deleted.`);
    await navigate(paths.benefits(organization.slug));
  };
  const fixed = benefit.deletable ? null : 'This benefit belongs to its product and cannot be deleted.';
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal ?? fixed} onClick={asking.open}>
        Delete
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${benefit.description}?`}
        action="Delete benefit"
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        Every customer who has it loses it at once, and it is taken off all products. This cannot be undone.
      </ConfirmDialog>
    </>
  );
};
