import { Button, Stack, TextInput } from '@mantine/core';
import { OrganizationAddress } from '@tessera/proto/api/billing/organization';
import { slugOf } from '@tessera/proto/api/slug';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  useCreateOrganizationMutation,
  useListOrganizationsQuery,
} from '../../api/organization/organizations.ts';
import { asFailure, type Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { SlugField, takenMessage } from '../../shared/fields/SlugField.tsx';
import { noteUnsold } from '../../shared/unsold.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import classes from './NewOrganizationPage.module.css';

export const NewOrganizationPage = () => {
  const { data: organizations } = useListOrganizationsQuery({ limit: 1 });
  const isFirst = organizations?.length === 0;
  return (
    <CardPage
      title={isFirst ? t('organizations:nameYourOrganization') : t('organizations:newOrganization')}
      lead={t('organizations:productsCustomersAndSalesBelong')}
      footer={
        organizations && (
          <Link to={isFirst ? paths.account : paths.root} className={classes.back}>
            {isFirst ? t('organizations:yourAccount') : t('organizations:backToYourOrganizations')}
          </Link>
        )
      }
    >
      <Form />
    </CardPage>
  );
};

const errorsOf = ({ name, message }: Failure) =>
  name === 'ORGANIZATION_ALREADY_EXISTS' ? { slug: takenMessage() } : { form: message };

const Form = () => {
  const navigate = useNavigate();
  const [create, { isLoading, isSuccess }] = useCreateOrganizationMutation();
  const [isSlugTyped, setIsSlugTyped] = useState(false);
  const form = useGuardedForm({
    initialValues: { name: '', slug: '', form: '' },
    validate: ({ name, slug }) => checkRequest(OrganizationAddress, { name: name.trim(), slug }).errors ?? {},
  });
  const submit = form.onSubmit(async ({ name, slug }) => {
    const { data, error } = await create({ name: name.trim(), slug });
    if (error) return form.setErrors(errorsOf(asFailure(error)));
    form.saved();
    noteUnsold(data.id, true);
    await navigate(paths.overview(data.slug), { replace: true });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError message={form.errors['form']} />
        <TextInput
          label={t('ui:name')}
          placeholder={t('organizations:acme')}
          autoComplete="organization"
          {...form.getInputProps('name')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('name', value);
            if (!isSlugTyped) form.setFieldValue('slug', slugOf(value));
          }}
        />
        <SlugField
          label={t('organizations:address')}
          isOurs={isLoading || isSuccess}
          value={form.values.slug}
          error={form.errors['slug']}
          onChange={(slug) => {
            setIsSlugTyped(slug !== '');
            form.setFieldValue('slug', slug);
          }}
        />
        <Button type="submit" loading={isLoading} fullWidth>
          {t('organizations:createOrganization')}
        </Button>
      </Stack>
    </form>
  );
};
