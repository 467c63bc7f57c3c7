import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ProductUpdate } from '@tessera/proto/api/billing/product';
import { useParams } from 'react-router';
import {
  type Product,
  useGetProductQuery,
  useUpdateProductBenefitsMutation,
  useUpdateProductMutation,
} from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { describeInterval, describePrice } from '../../shared/describe/price.ts';
import { EditForm } from '../../shared/PageForm.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Parent } from '../../ui/pages/ParentLink.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { ArchiveProduct } from './ArchiveProduct.tsx';
import { CheckoutPreview } from './CheckoutPreview.tsx';
import { PriceChanges } from './PriceChanges.tsx';
import { nameOf, ProductFields } from './ProductFields.tsx';
import {
  changesOf,
  checkOptions,
  formOfProduct,
  hasOtherBenefits,
  type ProductForm,
  productFields,
  productMistakes,
  updateRequest,
} from './product-form.ts';
import { ShareCheckout } from './ShareCheckout.tsx';

export const ProductPage = () => {
  const { id = '' } = useParams();
  const result = useGetProductQuery(id);
  const { organization } = useCurrentOrganization();
  const parent = { label: t('products:products'), to: paths.products(organization.slug) };
  return (
    <QueryPage result={result} subject={t('products:product')} parent={parent}>
      {(product) => (
        <>
          <Header product={product} parent={parent} />
          <PriceChanges product={product} />
          <EditProduct key={product.id} product={product} />
        </>
      )}
    </QueryPage>
  );
};

const Header = ({ product, parent }: { product: Product; parent: Parent }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isSharing, sharing] = useDisclosure(false);
  return (
    <>
      <PageHeader
        title={product.name}
        parent={parent}
        id={product.id}
        badge={product.isArchived ? <StatusBadge tone="neutral">{t('products:archived')}</StatusBadge> : null}
        description={`${describePrice(product.prices, product.recurringInterval, product.recurringIntervalCount)} · ${describeInterval(product.recurringInterval, product.recurringIntervalCount)}`}
        actions={
          <Group gap="xs">
            <ArchiveProduct product={product} />
            <GuardedButton
              refusal={product.isArchived ? t('products:archivedProductsCannotBeBought') : writeRefusal}
              onClick={sharing.open}
            >
              {t('products:shareCheckoutLink')}
            </GuardedButton>
          </Group>
        }
      />
      <ShareCheckout product={product} isOpen={isSharing} onClose={sharing.close} />
    </>
  );
};

const EditProduct = ({ product }: { product: Product }) => {
  const [update] = useUpdateProductMutation();
  const [attach] = useUpdateProductBenefitsMutation();
  const send = async (values: ProductForm, before: ProductForm) => {
    if (hasOtherBenefits(values, before)) {
      const attached = await attach({ id: product.id, benefits: values.benefits });
      if (attached.error) return attached;
    }
    return update({ id: product.id, changes: changesOf(values, before, product) });
  };
  return (
    <EditForm<ProductForm>
      initialValues={formOfProduct(product)}
      fields={productFields}
      validate={(values) =>
        productMistakes(
          checkRequest(ProductUpdate, updateRequest(values, product), checkOptions(values)).errors,
          values,
        )
      }
      send={send}
      renderAside={(values) => <CheckoutPreview values={values} />}
    >
      {(form) => <ProductFields form={form} isNew={false} benefits={product.benefits.map(nameOf)} />}
    </EditForm>
  );
};
