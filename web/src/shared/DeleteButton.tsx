import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../api/current-organization.ts';
import { asFailure } from '../api/failure.ts';
import { useForgetWhenLeft } from '../api/forget.ts';
import { t } from '../i18n/t.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../ui/GuardedButton.tsx';
import { useGiveUp } from '../ui/leave-by.ts';
import { notifyDone } from '../ui/notify.ts';

type Props = {
  /** What a mutation hook answers: the act, and how it stands. */
  deletion: readonly [
    (id: string) => PromiseLike<{ error?: unknown }>,
    { isLoading: boolean; error?: unknown },
  ];
  id: string;
  /** The question, the act in words, and what is said when it is done. */
  question: string;
  action: string;
  done: string;
  /** The list that it stood on. */
  to: string;
  /** Why it cannot be deleted, whoever asks. */
  refusal?: string | null;
  /** What is lost. */
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
