import { ProductCreate } from '@tessera/proto/api/billing/product';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { useCreateProductMutation, useUpdateProductBenefitsMutation } from '../../api/products.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CheckoutPreview } from './CheckoutPreview.tsx';
import { ProductFields } from './ProductFields.tsx';
import { moneyFields } from './price-form.ts';
import {
  createRequest,
  emptyProduct,
  type ProductForm,
  productFields,
  unreadableAmounts,
} from './product-form.ts';

export const NewProductPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [create, { isLoading: isCreating }] = useCreateProductMutation();
  const [attach, { isLoading: isAttaching }] = useUpdateProductBenefitsMutation();
  const form = useGuardedForm<ProductForm>({
    initialValues: emptyProduct,
    validate: (values) => ({
      ...checkRequest(ProductCreate, createRequest(values, organization.id), {
        fields: productFields,
        money: moneyFields,
      }).errors,
      ...unreadableAmounts(values),
    }),
  });
  const submit = form.onSubmit(async (values) => {
    const { data: product, error } = await create(createRequest(values, organization.id));
    if (error) return form.setErrors(failureErrors(asFailure(error), productFields));
    form.saved();
    if (values.benefits.length > 0) {
      const attached = await attach({ id: product.id, benefits: values.benefits });
      if (attached.error) notifyFailed(t('products:theProductWasCreatedBut'));
    }
    notifyDone(t('products:wasCreated', { name: product.name }));
    await navigate(paths.product(organization.slug, product.id));
  });
  return (
    <>
      <PageHeader
        title={t('products:newProduct')}
        parent={{ label: t('products:products'), to: paths.products(organization.slug) }}
      />
      <FormLayout
        onSubmit={submit}
        error={form.errors['form']}
        submitLabel={t('products:createProduct')}
        isBusy={isCreating || isAttaching}
        refusal={writeRefusal}
        isDirty={form.isDirty()}
        aside={<CheckoutPreview values={form.values} />}
        onCancel={() => navigate(paths.products(organization.slug))}
      >
        <ProductFields form={form} isNew />
      </FormLayout>
    </>
  );
};
