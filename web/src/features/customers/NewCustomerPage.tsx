import { Stack, TextInput } from '@mantine/core';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Customer, useCreateCustomerMutation } from '../../api/sales/customers.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { MetadataSection } from '../../shared/fields/MetadataSection.tsx';
import { PostalAddress } from '../../shared/fields/PostalAddress.tsx';
import { CreateForm } from '../../shared/PageForm.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import {
  type CustomerForm,
  checkCreate,
  customerFields,
  customerForm,
  newCustomer,
} from './customer-form.ts';

/** Creates a customer who has not bought yet, for a checkout, a session or usage. */
export const NewCustomerPage = () => {
  const { organization } = useCurrentOrganization();
  const [create] = useCreateCustomerMutation();
  const listPath = paths.customers(organization.slug);
  return (
    <>
      <PageHeader
        title={t('customers:newCustomer')}
        parent={{ label: t('customers:customers'), to: listPath }}
      />
      <CreateForm<CustomerForm, Customer>
        initialValues={customerForm()}
        fields={customerFields}
        validate={(values) => checkCreate(values, organization.id)}
        send={(values) => create(newCustomer(values, organization.id))}
        submitLabel={t('customers:createCustomer')}
        listPath={listPath}
        path={({ id }) => paths.customer(organization.slug, id)}
        done={({ name, email }) => t('customers:wasCreated', { name: name ?? email })}
      >
        {(form) => (
          <>
            <Section title={t('customers:customer')} description={t('customers:nothingIsSent')}>
              <Stack gap="md">
                <TextInput
                  label={t('ui:email')}
                  type="email"
                  autoComplete="off"
                  {...form.getInputProps('email')}
                />
                <TextInput label={t('ui:name')} autoComplete="off" {...form.getInputProps('name')} />
                <TextInput
                  label={t('customers:yourOwnId')}
                  description={t('customers:yourOwnIdStays')}
                  {...form.getInputProps('externalId')}
                />
              </Stack>
            </Section>
            <Section title={t('customers:billingAddress')} description={t('customers:addressIsOptional')}>
              <Stack gap="md">
                <PostalAddress form={form} />
                <TextInput
                  label={t('customers:taxId')}
                  description={t('customers:taxIdUse')}
                  {...form.getInputProps('taxNumber')}
                />
              </Stack>
            </Section>
            <MetadataSection form={form} />
          </>
        )}
      </CreateForm>
    </>
  );
};
