import { NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  type Organization,
  useGetOrganizationQuery,
  useUpdateOrganizationMutation,
} from '../../api/organization/organizations.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { FormLayout } from '../../ui/forms/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { untouched, useBefore } from '../../ui/forms/guarded-form.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { LogoField } from './LogoField.tsx';
import {
  formOf,
  logoMistakes,
  type ProfileFormReturn,
  profileFields,
  requestOf,
  useProfileForm,
} from './profile-form.ts';
import { SocialLinks } from './SocialLinks.tsx';

export const SettingsPage = () => {
  const { organization } = useCurrentOrganization();
  const result = useGetOrganizationQuery(organization.id);
  return (
    <QueryPage result={result} subject={t('settings:settings')}>
      {(profile) => (
        <>
          <PageHeader
            title={t('settings:settings')}
            description={t('settings:howYourOrganizationPresentsItself')}
          />
          <EditProfile key={profile.id} profile={profile} />
        </>
      )}
    </QueryPage>
  );
};

const EditProfile = ({ profile }: { profile: Organization }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateOrganizationMutation();
  const form = useProfileForm(profile);
  const [before, setBefore] = useBefore(form, formOf(profile));
  const submit = form.onSubmit(async (values) => {
    const changes = requestOf(values, before, profile);
    const { errors } = checkRequest(OrganizationUpdate, changes, { fields: profileFields(values) });
    const mistakes = { ...logoMistakes(changes), ...errors };
    if (Object.keys(mistakes).length > 0) return form.setErrors(mistakes);
    const { data, error } = await update({ id: profile.id, changes });
    if (error) return form.setErrors(failureErrors(asFailure(error), profileFields(values)));
    const kept = formOf(data, values.socials);
    form.setValues(untouched(kept, values, form.getValues()));
    setBefore(kept);
    form.saved(kept);
    notifyDone(t('ui:yourChangesWereSaved'));
  });
  return (
    <FormLayout
      onSubmit={submit}
      error={form.errors['form']}
      submitLabel={t('ui:saveChanges')}
      isBusy={isLoading}
      refusal={writeRefusal}
      isDirty={form.isDirty()}
    >
      <Profile form={form} />
      <Section title={t('settings:elsewhere')} description={t('settings:whereCustomersFindYouBesides')}>
        <SocialLinks form={form} isReadOnly={writeRefusal !== null} />
      </Section>
      <Section title={t('settings:subscriptions')}>
        <SubscriptionSettings form={form} />
      </Section>
      <Section title={t('settings:forDevelopers')}>
        <CopyField
          label={t('settings:organizationId')}
          value={profile.id}
          description={t('settings:namesThisOrganizationInApi')}
        />
      </Section>
    </FormLayout>
  );
};

const SubscriptionSettings = ({ form }: { form: ProfileFormReturn }) => (
  <Stack gap="md">
    <Switch
      label={t('settings:aCustomerMayHaveSeveral')}
      description={t('settings:otherwiseWhoeverHasASubscription')}
      {...form.getInputProps('allowMultipleSubscriptions', { type: 'checkbox' })}
    />
    <Switch
      label={t('settings:customersMayChange')}
      description={t('settings:customersMayChangeNote')}
      {...form.getInputProps('allowCustomerUpdates', { type: 'checkbox' })}
    />
    <Switch
      label={t('settings:oneTrialEach')}
      description={t('settings:oneTrialEachNote')}
      {...form.getInputProps('preventTrialAbuse', { type: 'checkbox' })}
    />
    <NumberInput
      label={t('settings:grace')}
      description={t('settings:graceNote')}
      min={0}
      max={90}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps('benefitRevocationGracePeriod')}
    />
    <Radio.Group
      label={t('settings:whenNobodyPays')}
      description={t('settings:whenNobodyPaysNote')}
      {...form.getInputProps('failedPaymentOutcome')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="default" label={t('settings:asInstalled')} />
        <Radio value="canceled" label={t('settings:endsIt')} />
        <Radio value="unpaid" label={t('settings:keepsItUnpaid')} />
      </Stack>
    </Radio.Group>
    <Radio.Group
      label={t('settings:whenChangesAreCharged')}
      description={t('settings:whenChangesAreChargedNote')}
      {...form.getInputProps('prorationBehavior')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="prorate" label={t('settings:withTheNextOrder')} />
        <Radio value="invoice" label={t('settings:atOnce')} />
      </Stack>
    </Radio.Group>
  </Stack>
);

const Profile = ({ form }: { form: ProfileFormReturn }) => (
  <Section title={t('settings:profile')} description={t('settings:customersSeeTheName')}>
    <Stack gap="md">
      <TextInput label={t('ui:name')} autoComplete="organization" {...form.getInputProps('name')} />
      <TextInput
        label={t('settings:supportEmail')}
        description={t('settings:whereCustomersCanReachYou')}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t('settings:website')}
        type="url"
        placeholder="https://example.com"
        autoComplete="url"
        {...form.getInputProps('website')}
      />
      <LogoField form={form} />
    </Stack>
  </Section>
);
