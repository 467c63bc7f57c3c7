import { CustomFieldCreate } from '@tessera/proto/api/billing/custom-field';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useCreateCustomFieldMutation } from '../../api/custom-fields.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CustomFieldFields } from './CustomFieldFields.tsx';
import { type CustomFieldForm, createRequest, customFieldFields, emptyField } from './custom-field-form.ts';

export const NewCustomFieldPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateCustomFieldMutation();
  const form = useGuardedForm<CustomFieldForm>({
    initialValues: emptyField,
    validate: (values) =>
      checkRequest(CustomFieldCreate, createRequest(values, organization.id), { fields: customFieldFields })
        .errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { data: field, error } = await create(createRequest(values, organization.id));
    if (error) return form.setErrors(failureErrors(asFailure(error), customFieldFields));
    form.saved();
    notifyDone(t('custom-fields:wasCreated', { name: field.name }));
    await navigate(paths.customFields(organization.slug));
  });
  return (
    <>
      <PageHeader
        title={t('custom-fields:newCustomField')}
        parent={{ label: t('custom-fields:customFields'), to: paths.customFields(organization.slug) }}
      />
      <FormLayout
        onSubmit={submit}
        error={form.errors['form']}
        submitLabel={t('custom-fields:createCustomField')}
        isBusy={isLoading}
        refusal={writeRefusal}
        onCancel={() => navigate(paths.customFields(organization.slug))}
      >
        <CustomFieldFields form={form} isNew />
      </FormLayout>
    </>
  );
};
