import { CustomFieldCreate } from '@tessera/proto/api/billing/custom-field';
import { type CustomField, useCreateCustomFieldMutation } from '../../api/catalog/custom-fields.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CreateForm } from '../../shared/PageForm.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { CustomFieldFields } from './CustomFieldFields.tsx';
import {
  type CustomFieldForm,
  createRequest,
  customFieldFields,
  emptyField,
  fieldMistakes,
} from './custom-field-form.ts';

export const NewCustomFieldPage = () => {
  const { organization } = useCurrentOrganization();
  const [create] = useCreateCustomFieldMutation();
  const listPath = paths.customFields(organization.slug);
  return (
    <>
      <PageHeader
        title={t('custom-fields:newCustomField')}
        parent={{ label: t('custom-fields:customFields'), to: listPath }}
      />
      <CreateForm<CustomFieldForm, CustomField>
        initialValues={emptyField}
        fields={customFieldFields}
        validate={(values) =>
          fieldMistakes(
            checkRequest(CustomFieldCreate, createRequest(values, organization.id), {
              fields: customFieldFields,
            }).errors,
            values,
          )
        }
        send={(values) => create(createRequest(values, organization.id))}
        submitLabel={t('custom-fields:createCustomField')}
        listPath={listPath}
        done={({ name }) => t('custom-fields:wasCreated', { name })}
      >
        {(form) => <CustomFieldFields form={form} isNew />}
      </CreateForm>
    </>
  );
};
