import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../api/organization/current-organization.ts';
import { asFailure } from '../api/request/failure.ts';
import { useForgetWhenLeft } from '../api/request/forget.ts';
import { t } from '../i18n/t.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../ui/dialogs/notify.ts';
import { GuardedButton } from '../ui/forms/GuardedButton.tsx';
import { useGiveUp } from '../ui/pages/leave-by.ts';

type Props = {
  /** The result of a mutation hook: trigger and state. */
  deletion: readonly [
    (id: string) => PromiseLike<{ error?: unknown }>,
    { isLoading: boolean; error?: unknown },
  ];
  id: string;
  /** The question, the label of the action, and the notification afterwards. */
  question: string;
  action: string;
  done: string;
  /** The list that the page leads to afterwards. */
  to: string;
  /** Why it cannot be deleted, whatever the user's permissions. */
  refusal?: string | null;
  /** What will be lost. */
  children: ReactNode;
};

/** Deletes the thing that a page is about: asks once, then leads to its list. */
export const DeleteButton = ({ deletion, id, question, action, done, to, refusal, children }: Props) => {
  const [remove, { isLoading, error }] = deletion;
  const { writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const forgetWhenLeft = useForgetWhenLeft(id);
  const giveUp = useGiveUp();
  const [isAsking, asking] = useDisclosure(false);
  const confirm = async () => {
    const { error: refused } = await remove(id);
    if (refused) return;
    notifyDone(done);
    giveUp();
    forgetWhenLeft();
    await navigate(to);
  };
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal ?? refusal ?? null} onClick={asking.open}>
        {t('ui:delete')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={question}
        action={action}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {children}
      </ConfirmDialog>
    </>
  );
};
