import { DiscountCreate } from '@tessera/proto/api/billing/discount';
import { type Discount, useCreateDiscountMutation } from '../../api/catalog/discounts.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CreateForm } from '../../shared/PageForm.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { DiscountFields } from './DiscountFields.tsx';
import {
  createRequest,
  type DiscountForm,
  discountFields,
  emptyDiscount,
  moneyFields,
  unreadable,
} from './discount-form.ts';

export const NewDiscountPage = () => {
  const { organization } = useCurrentOrganization();
  const [create] = useCreateDiscountMutation();
  const listPath = paths.discounts(organization.slug);
  return (
    <>
      <PageHeader
        title={t('discounts:newDiscount')}
        parent={{ label: t('discounts:discounts'), to: listPath }}
      />
      <CreateForm<DiscountForm, Discount>
        initialValues={emptyDiscount}
        fields={discountFields}
        validate={(values) => ({
          ...checkRequest(DiscountCreate, createRequest(values, organization.id), {
            fields: discountFields,
            money: moneyFields(values),
          }).errors,
          ...unreadable(values),
        })}
        send={(values) => create(createRequest(values, organization.id))}
        submitLabel={t('discounts:createDiscount')}
        listPath={listPath}
        done={({ name }) => t('discounts:wasCreated', { name })}
        path={({ id }) => paths.discount(organization.slug, id)}
      >
        {(form) => <DiscountFields form={form} present={null} />}
      </CreateForm>
    </>
  );
};
