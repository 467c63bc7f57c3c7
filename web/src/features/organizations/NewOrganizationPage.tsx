import { Button, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { OrganizationCreate } from '@tessera/proto/api/billing/organization';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { asFailure, type Failure } from '../../api/failure.ts';
import {
  useCheckSlugQuery,
  useCreateOrganizationMutation,
  useListOrganizationsQuery,
} from '../../api/organizations.ts';
import { paths } from '../../paths.ts';
import { CardPage } from '../../ui/CardPage.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import classes from './NewOrganizationPage.module.css';
import { slugOf } from './slug.ts';

export const NewOrganizationPage = () => {
  const { data: organizations } = useListOrganizationsQuery();
  const isFirst = organizations?.length === 0;
  return (
    <CardPage
      title={isFirst ? 'Name your organization' : 'New organization'}
      lead="Products, customers and sales belong to an organization. You can have several."
      footer={
        organizations &&
        !isFirst && (
          <Link to={paths.root} className={classes.back}>
            Back to your organizations
          </Link>
        )
      }
    >
      <Form />
    </CardPage>
  );
};

const takenMessage = 'This address is taken. Choose another.';

const errorsOf = ({ name, message }: Failure) =>
  name === 'ORGANIZATION_ALREADY_EXISTS' ? { slug: takenMessage } : { form: message };

const Form = () => {
  const navigate = useNavigate();
  const [create, { isLoading, isSuccess }] = useCreateOrganizationMutation();
  const [isSlugTyped, setIsSlugTyped] = useState(false);
  const form = useForm({
    initialValues: { name: '', slug: '', form: '' },
    validate: ({ name, slug }) => checkRequest(OrganizationCreate, { name: name.trim(), slug }).errors ?? {},
  });
  const { isTaken, isFree } = useSlugCheck(form.values.slug, isLoading || isSuccess);
  const submit = form.onSubmit(async ({ name, slug }) => {
    const { data, error } = await create({ name: name.trim(), slug });
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    await navigate(paths.overview(data.slug), { replace: true });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <TextInput
          label="Name"
          placeholder="Acme"
          autoComplete="organization"
          {...form.getInputProps('name')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('name', value);
            if (!isSlugTyped) form.setFieldValue('slug', slugOf(value));
          }}
        />
        <TextInput
          label="Address"
          description={`Your dashboard will be at ${window.location.host}/${form.values.slug || '…'}`}
          rightSection={isFree && <Free />}
          {...form.getInputProps('slug')}
          error={form.errors['slug'] ?? (isTaken ? takenMessage : null)}
          onChange={({ currentTarget: { value } }) => {
            setIsSlugTyped(value !== '');
            form.setFieldValue('slug', value.toLowerCase());
          }}
        />
        <Button type="submit" loading={isLoading} fullWidth>
          Create organization
        </Button>
      </Stack>
    </form>
  );
};

const Free = () => (
  <>
    <IconCheck size={16} className={classes.free} aria-hidden />
    <VisuallyHidden>This address is free.</VisuallyHidden>
  </>
);

/** Asks while one types, a moment after the last key. */
const useSlugCheck = (slug: string, isOurs: boolean) => {
  const [asked] = useDebouncedValue(slug, 350);
  const isAsked = !isOurs && asked.length >= 3;
  const { error, isSuccess, isFetching } = useCheckSlugQuery(asked, { skip: !isAsked });
  const isCurrent = isAsked && slug === asked;
  return {
    isTaken: isCurrent && asFailure(error).name === 'SLUG_IS_TAKEN',
    isFree: isCurrent && isSuccess && !isFetching,
  };
};
