import { DiscountCreate } from '@tessera/proto/api/billing/discount';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useCreateDiscountMutation } from '../../api/discounts.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
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
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateDiscountMutation();
  const form = useGuardedForm<DiscountForm>({
    initialValues: emptyDiscount,
    validate: (values) => ({
      ...checkRequest(DiscountCreate, createRequest(values, organization.id), {
        fields: discountFields,
        money: moneyFields,
      }).errors,
      ...unreadable(values),
    }),
  });
  const submit = form.onSubmit(async (values) => {
    const { data: discount, error } = await create(createRequest(values, organization.id));
    if (error) return form.setErrors(failureErrors(asFailure(error), discountFields));
    form.saved();
    notifyDone(t('discounts:wasCreated', { name: discount.name }));
    await navigate(paths.discount(organization.slug, discount.id));
  });
  return (
    <>
      <PageHeader
        title={t('discounts:newDiscount')}
        parent={{ label: t('discounts:discounts'), to: paths.discounts(organization.slug) }}
      />
      <FormLayout
        onSubmit={submit}
        error={form.errors['form']}
        submitLabel={t('discounts:createDiscount')}
        isBusy={isLoading}
        refusal={writeRefusal}
        onCancel={() => navigate(paths.discounts(organization.slug))}
      >
        <DiscountFields form={form} present={null} />
      </FormLayout>
    </>
  );
};
