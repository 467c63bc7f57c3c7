import { Stack, Switch } from '@mantine/core';
import type { Notification } from '@tessera/proto/api/billing/notification-settings';
import {
  type NotificationSettings,
  useGetNotificationSettingsQuery,
  useUpdateNotificationSettingsMutation,
} from '../../api/account/notification-settings.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import type { Key } from '../../i18n/catalogues.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';

/** Which mails the user gets about sales of this organization; each member chooses individually. */
export const NotificationsPage = () => {
  const { organization } = useCurrentOrganization();
  const settings = useGetNotificationSettingsQuery(organization.id);
  return (
    <QueryPage result={settings} subject={t('settings:notifications')}>
      {(chosen) => (
        <>
          <PageHeader title={t('settings:notifications')} description={t('settings:notificationsNote')} />
          <Choices settings={chosen} />
        </>
      )}
    </QueryPage>
  );
};

const choices: [Notification, label: Key, note: Key][] = [
  ['newOrder', 'settings:newOrder', 'settings:newOrderNote'],
  ['newSubscription', 'settings:newSubscription', 'settings:newSubscriptionNote'],
  ['subscriptionCanceled', 'settings:subscriptionCanceled', 'settings:subscriptionCanceledNote'],
  ['paymentFailed', 'settings:paymentFailed', 'settings:paymentFailedNote'],
  ['refund', 'settings:refund', 'settings:refundNote'],
];

const Choices = ({ settings }: { settings: NotificationSettings }) => {
  const [update, { isLoading, error }] = useUpdateNotificationSettingsMutation();
  const choose = async (about: Notification, isWanted: boolean) => {
    const { organizationId } = settings;
    const { error: refused } = await update({ organizationId, [about]: isWanted, locale: readerLocale() });
    if (!refused) notifyDone(t('ui:yourChangesWereSaved'));
  };
  return (
    <Section title={t('settings:mailMeWhen')}>
      <Stack gap="md">
        {choices.map(([about, label, note]) => (
          <Switch
            key={about}
            label={t(label)}
            description={t(note)}
            checked={settings[about]}
            disabled={isLoading}
            onChange={(event) => void choose(about, event.currentTarget.checked)}
          />
        ))}
        <FormError message={error && asFailure(error).message} />
      </Stack>
    </Section>
  );
};
