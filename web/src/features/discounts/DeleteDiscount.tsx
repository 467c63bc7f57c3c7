import { type Discount, useDeleteDiscountMutation } from '../../api/catalog/discounts.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DeleteButton } from '../../shared/DeleteButton.tsx';

export const DeleteDiscount = ({ discount }: { discount: Discount }) => {
  const { organization } = useCurrentOrganization();
  const deletion = useDeleteDiscountMutation();
  return (
    <DeleteButton
      deletion={deletion}
      id={discount.id}
      question={t('discounts:deleteQuestion', { name: discount.name })}
      action={t('discounts:deleteDiscount')}
      done={t('discounts:wasDeleted', { name: discount.name })}
      to={paths.discounts(organization.slug)}
    >
      {t('discounts:whatIsLost')}
    </DeleteButton>
  );
};
