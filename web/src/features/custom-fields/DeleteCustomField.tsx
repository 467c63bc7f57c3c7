import { type CustomField, useDeleteCustomFieldMutation } from '../../api/catalog/custom-fields.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DeleteButton } from '../../shared/DeleteButton.tsx';

export const DeleteCustomField = ({ field }: { field: CustomField }) => {
  const { organization } = useCurrentOrganization();
  const deletion = useDeleteCustomFieldMutation();
  return (
    <DeleteButton
      deletion={deletion}
      id={field.id}
      question={t('custom-fields:deleteQuestion', { name: field.name })}
      action={t('custom-fields:deleteCustomField')}
      done={t('custom-fields:wasDeleted', { name: field.name })}
      to={paths.customFields(organization.slug)}
    >
      {t('custom-fields:noCheckoutAsksForItAnyMore')}
    </DeleteButton>
  );
};
