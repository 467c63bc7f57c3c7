import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AuthUser } from '@tessera/proto/api/identity/session';
import { useImpersonateMutation } from '../../api/admin.ts';
import { beginAnew } from '../../api/devices.ts';
import { describeFailure } from '../../api/failure.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

export const Impersonate = ({ user }: { user: AuthUser }) => {
  const [isAsking, asking] = useDisclosure(false);
  const [impersonate, { isLoading, error }] = useImpersonateMutation();
  const confirm = async () => {
    const { error: refused } = await impersonate(user.id);
    if (!refused) beginAnew();
  };
  return (
    <>
      <Button variant="default" onClick={asking.open}>
        Impersonate
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Act as ${user.name || user.email}?`}
        action="Impersonate"
        isBusy={isLoading}
        error={error ? describeFailure(error) : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        You see and change everything as they would, for an hour or until you stop.
      </ConfirmDialog>
    </>
  );
};
