import { ProductCreate } from '@tessera/proto/api/billing/product';
import {
  type Product,
  useCreateProductMutation,
  useUpdateProductBenefitsMutation,
} from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CreateForm } from '../../shared/PageForm.tsx';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { CheckoutPreview } from './CheckoutPreview.tsx';
import { ProductFields } from './ProductFields.tsx';
import {
  checkOptions,
  createRequest,
  emptyProduct,
  type ProductForm,
  productFields,
  productMistakes,
} from './product-form.ts';

export const NewProductPage = () => {
  const { organization } = useCurrentOrganization();
  const [create] = useCreateProductMutation();
  const [attach] = useUpdateProductBenefitsMutation();
  const listPath = paths.products(organization.slug);
  const send = async (values: ProductForm) => {
    const created = await create(createRequest(values, organization.id));
    if (created.error || values.benefits.length === 0) return created;
    const attached = await attach({ id: created.data.id, benefits: values.benefits });
    if (attached.error) notifyFailed(t('products:theProductWasCreatedBut'));
    return created;
  };
  return (
    <>
      <PageHeader title={t('products:newProduct')} parent={{ label: t('products:products'), to: listPath }} />
      <CreateForm<ProductForm, Product>
        initialValues={emptyProduct}
        fields={productFields}
        validate={(values) =>
          productMistakes(
            checkRequest(ProductCreate, createRequest(values, organization.id), checkOptions(values)).errors,
            values,
          )
        }
        send={send}
        submitLabel={t('products:createProduct')}
        listPath={listPath}
        done={({ name }) => t('products:wasCreated', { name })}
        path={({ id }) => paths.product(organization.slug, id)}
        renderAside={(values) => <CheckoutPreview values={values} />}
      >
        {(form) => <ProductFields form={form} isNew />}
      </CreateForm>
    </>
  );
};
