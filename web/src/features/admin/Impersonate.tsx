import { useDisclosure } from '@mantine/hooks';
import { useImpersonateMutation } from '../../api/admin.ts';
import { useRightRefusal } from '../../api/admin-rights.ts';
import { beginAnew } from '../../api/devices.ts';
import { describeFailure } from '../../api/failure.ts';
import type { AuthUser } from '../../api/sessions.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';

export const Impersonate = ({ user }: { user: AuthUser }) => {
  const refusal = useRightRefusal('act as somebody else', 'user', 'impersonate');
  const banned = user.banned ? 'Nobody can be signed in as a banned user.' : null;
  const [isAsking, asking] = useDisclosure(false);
  const [impersonate, { isLoading, error, reset }] = useImpersonateMutation();
  const close = () => {
    reset();
    asking.close();
  };
  const confirm = async () => {
    const { error: refused } = await impersonate(user.id);
    if (!refused) beginAnew();
  };
  return (
    <>
      <GuardedButton variant="default" refusal={refusal ?? banned} onClick={asking.open}>
        Impersonate
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Act as ${user.name || user.email}?`}
        action="Impersonate"
        isBusy={isLoading}
        error={error ? describeFailure(error) : null}
        onConfirm={confirm}
        onClose={close}
      >
        You see and change everything as they would, for a limited time or until you stop.
      </ConfirmDialog>
    </>
  );
};
