import { CustomFieldUpdate } from '@tessera/proto/api/billing/custom-field';
import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import {
  type CustomField,
  useGetCustomFieldQuery,
  useUpdateCustomFieldMutation,
} from '../../api/custom-fields.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPage } from '../../ui/QueryPage.tsx';
import { CustomFieldFields } from './CustomFieldFields.tsx';
import { type CustomFieldForm, customFieldFields, formOfField, updateRequest } from './custom-field-form.ts';
import { DeleteCustomField } from './DeleteCustomField.tsx';
import { nameOfType } from './field-types.ts';

export const CustomFieldPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetCustomFieldQuery(id);
  return (
    <QueryPage result={result} subject={t('custom-fields:customField')}>
      {(field) => (
        <>
          <PageHeader
            title={field.name}
            description={nameOfType(field.type)}
            parent={{ label: t('custom-fields:customFields'), to: paths.customFields(organization.slug) }}
            actions={<DeleteCustomField field={field} />}
          />
          <EditCustomField key={field.id} field={field} />
        </>
      )}
    </QueryPage>
  );
};

const EditCustomField = ({ field }: { field: CustomField }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateCustomFieldMutation();
  const form = useGuardedForm<CustomFieldForm>({
    initialValues: formOfField(field),
    validate: (values) =>
      checkRequest(CustomFieldUpdate, updateRequest(values), { fields: customFieldFields }).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update({ id: field.id, changes: updateRequest(values) });
    if (error) return form.setErrors(failureErrors(asFailure(error), customFieldFields));
    form.saved(values);
    notifyDone(t('ui:yourChangesWereSaved'));
  });
  return (
    <FormLayout
      onSubmit={submit}
      error={form.errors['form']}
      submitLabel={t('ui:saveChanges')}
      isBusy={isLoading}
      refusal={writeRefusal}
    >
      <CustomFieldFields form={form} isNew={false} />
    </FormLayout>
  );
};
