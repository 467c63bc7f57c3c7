import { useDisclosure } from '@mantine/hooks';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type UsageEvent, useTakeEventBackMutation } from '../../api/usage/usage.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';

/** The button that voids an event. Renders nothing for events that do not count or have no external id. */
export const TakeBack = ({ event }: { event: UsageEvent }) =>
  event.source === 'user' && event.voids === null && event.voidedBy === null && event.externalId !== null ? (
    <Act event={event} externalId={event.externalId} />
  ) : null;

const Act = ({ event, externalId }: { event: UsageEvent; externalId: string }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [take, { isLoading, error }] = useTakeEventBackMutation();
  const confirm = async () => {
    const { organizationId, customerId, externalCustomerId, name } = event;
    const { error: refused } = await take({
      organizationId,
      customerId,
      externalCustomerId,
      name,
      externalId,
    });
    if (refused) return;
    asking.close();
    notifyDone(t('events:eventTakenBack'));
  };
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        {t('events:takeBack')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('events:takeBackQuestion')}
        action={t('events:takeBack')}
        isBusy={isLoading}
        error={error ? reasonOf(error) : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('events:takeBackNote')}
      </ConfirmDialog>
    </>
  );
};

/** The reason of a refusal: the field's error if there is one, else the message. */
const reasonOf = (error: unknown): string => {
  const { message, fields } = asFailure(error);
  return fields[0]?.msg ?? message;
};
