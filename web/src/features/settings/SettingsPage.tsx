import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Organization, OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import type { z } from 'zod';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { useGetOrganizationProfileQuery, useUpdateOrganizationMutation } from '../../api/organizations.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPage } from '../../ui/QueryPage.tsx';
import { Section } from '../../ui/Section.tsx';

export const SettingsPage = () => {
  const { organization } = useCurrentOrganization();
  const result = useGetOrganizationProfileQuery(organization.id);
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

type ProfileForm = { name: string; email: string; website: string; form: string };

/** An emptied field is cleared. */
const requestOf = ({ name, email, website }: ProfileForm): z.input<typeof OrganizationUpdate> => ({
  name: name.trim(),
  email: email.trim() || null,
  website: website.trim() || null,
});

const formOf = ({ name, email, website }: Organization): ProfileForm => ({
  name,
  email: email ?? '',
  website: website ?? '',
  form: '',
});

const EditProfile = ({ profile }: { profile: Organization }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateOrganizationMutation();
  const form = useForm<ProfileForm>({
    initialValues: formOf(profile),
    validate: (values) => checkRequest(OrganizationUpdate, requestOf(values)).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update({ id: profile.id, changes: requestOf(values) });
    if (error) return form.setErrors(failureErrors(asFailure(error)));
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
        </Stack>
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
