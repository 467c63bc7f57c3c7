import { type Benefit, useDeleteBenefitMutation } from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DeleteButton } from '../../shared/DeleteButton.tsx';

export const DeleteBenefit = ({ benefit }: { benefit: Benefit }) => {
  const { organization } = useCurrentOrganization();
  const deletion = useDeleteBenefitMutation();
  return (
    <DeleteButton
      deletion={deletion}
      id={benefit.id}
      question={t('benefits:delete', { description: benefit.description })}
      action={t('benefits:deleteBenefit')}
      done={t('benefits:wasDeleted', { description: benefit.description })}
      to={paths.benefits(organization.slug)}
      refusal={benefit.deletable ? null : t('benefits:thisBenefitBelongs')}
    >
      {t('benefits:everyCustomerWho')}
    </DeleteButton>
  );
};
