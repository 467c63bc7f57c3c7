import { CustomFieldUpdate } from '@tessera/proto/api/billing/custom-field';
import { useParams } from 'react-router';
import {
  type CustomField,
  useGetCustomFieldQuery,
  useUpdateCustomFieldMutation,
} from '../../api/catalog/custom-fields.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { EditForm } from '../../shared/PageForm.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { CustomFieldFields } from './CustomFieldFields.tsx';
import {
  type CustomFieldForm,
  changesOf,
  customFieldFields,
  fieldMistakes,
  formOfField,
  updateRequest,
} from './custom-field-form.ts';
import { DeleteCustomField } from './DeleteCustomField.tsx';
import { nameOfType } from './field-types.ts';

export const CustomFieldPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetCustomFieldQuery(id);
  const parent = { label: t('custom-fields:customFields'), to: paths.customFields(organization.slug) };
  return (
    <QueryPage result={result} subject={t('custom-fields:customField')} parent={parent}>
      {(field) => (
        <>
          <PageHeader
            title={field.name}
            description={nameOfType(field.type)}
            parent={parent}
            id={field.id}
            actions={<DeleteCustomField field={field} />}
          />
          <EditCustomField key={field.id} field={field} />
        </>
      )}
    </QueryPage>
  );
};

const EditCustomField = ({ field }: { field: CustomField }) => {
  const [update] = useUpdateCustomFieldMutation();
  return (
    <EditForm<CustomFieldForm>
      initialValues={formOfField(field)}
      fields={customFieldFields}
      validate={(values) =>
        fieldMistakes(
          checkRequest(CustomFieldUpdate, updateRequest(values), { fields: customFieldFields }).errors,
          values,
        )
      }
      send={(values, before) => update({ id: field.id, changes: changesOf(values, before) })}
    >
      {(form) => <CustomFieldFields form={form} isNew={false} />}
    </EditForm>
  );
};
