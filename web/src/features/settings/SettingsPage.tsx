import { Stack, Switch, TextInput } from '@mantine/core';
import { OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import {
  type Organization,
  useGetOrganizationQuery,
  useUpdateOrganizationMutation,
} from '../../api/organizations.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPage } from '../../ui/QueryPage.tsx';
import { Section } from '../../ui/Section.tsx';
import { formOf, type ProfileFormReturn, profileFields, requestOf, useProfileForm } from './profile-form.ts';
import { SocialLinks } from './SocialLinks.tsx';

export const SettingsPage = () => {
  const { organization } = useCurrentOrganization();
  const result = useGetOrganizationQuery(organization.id);
  return (
    <QueryPage result={result} subject="Settings">
      {(profile) => (
        <>
          <PageHeader title="Settings" description="How your organization presents itself to customers." />
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
  const submit = form.onSubmit(async (values) => {
    const changes = requestOf(values, profile);
    const { errors } = checkRequest(OrganizationUpdate, changes, { fields: profileFields(values) });
    if (errors) return form.setErrors(errors);
    const { data, error } = await update({ id: profile.id, changes });
    if (error) return form.setErrors(failureErrors(asFailure(error), profileFields(values)));
    const kept = formOf(data, values.socials);
    form.setValues(kept);
    form.saved(kept);
    notifyDone('Your changes were saved.');
  });
  return (
    <FormLayout
      onSubmit={submit}
      error={form.errors['form']}
      submitLabel="Save changes"
      isBusy={isLoading}
      refusal={writeRefusal}
    >
      <Profile form={form} />
      <Section title="Elsewhere" description="Where customers find you besides your website.">
        <SocialLinks form={form} isReadOnly={writeRefusal !== null} />
      </Section>
      <Section title="Subscriptions">
        <Switch
          label="A customer may have several at once"
          description="Otherwise whoever has a subscription here cannot buy a second one."
          {...form.getInputProps('allowMultipleSubscriptions', { type: 'checkbox' })}
        />
      </Section>
      <Section title="For developers">
        <CopyField
          label="Organization id"
          value={profile.id}
          description="Names this organization in API calls made with your session."
        />
      </Section>
    </FormLayout>
  );
};

const Profile = ({ form }: { form: ProfileFormReturn }) => (
  <Section title="Profile" description="Customers see the name at the checkout.">
    <Stack gap="md">
      <TextInput label="Name" autoComplete="organization" {...form.getInputProps('name')} />
      <TextInput
        label="Support e-mail"
        description="Where customers can reach you."
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Website"
        type="url"
        placeholder="https://example.com"
        autoComplete="url"
        {...form.getInputProps('website')}
      />
      <TextInput
        label="Logo"
        description="The web address of a square picture, for whatever shows your profile."
        type="url"
        placeholder="https://example.com/logo.png"
        {...form.getInputProps('avatarUrl')}
      />
    </Stack>
  </Section>
);
