import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { useRemoveUserMutation } from '../../api/admin.ts';
import { useRightRefusal } from '../../api/admin-rights.ts';
import { describeFailure } from '../../api/failure.ts';
import type { AuthUser } from '../../api/sessions.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';

export const DeleteUser = ({ user }: { user: AuthUser }) => {
  const navigate = useNavigate();
  const refusal = useRightRefusal('delete users', 'user', 'delete');
  const [isAsking, asking] = useDisclosure(false);
  const [remove, { isLoading, error, reset }] = useRemoveUserMutation();
  const name = user.name || user.email;
  const close = () => {
    reset();
    asking.close();
  };
  const confirm = async () => {
    const { error: refused } = await remove(user.id);
    if (refused) return;
    notifyDone(`${name} was deleted.`);
    await navigate(paths.users, { replace: true });
  };
  return (
    <Section title="Delete user" description="Profile, ways to sign in and memberships are deleted for good.">
      <GuardedButton color="danger" variant="light" refusal={refusal} onClick={asking.open}>
        Delete user
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${name}?`}
        action="Delete for good"
        isBusy={isLoading}
        error={error ? describeFailure(error) : null}
        onConfirm={confirm}
        onClose={close}
      >
        They are signed out everywhere, and lose their profile and memberships. What they sold stays with
        their organizations. This cannot be undone.
      </ConfirmDialog>
    </Section>
  );
};
