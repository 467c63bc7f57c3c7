import {
  ProductBenefitsUpdate,
  ProductCreate,
  ProductListQuery,
  Product as ProductShape,
  ProductUpdate,
} from '@tessera/proto/api/billing/product';
import { api, billingBody, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { changeTags } from '../request/tags.ts';

export type Product = Stored<typeof ProductShape>;

const path = '/billing/v1/products';
const products = resource('Product', path, { one: ProductShape, query: ProductListQuery });

export const {
  useListProductsQuery,
  useGetProductQuery,
  useCreateProductMutation,
  useUpdateProductMutation,
  useUpdateProductBenefitsMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listProducts: products.list(build),
    getProduct: products.get(build),
    createProduct: products.create(build, ProductCreate),
    updateProduct: products.update(build, ProductUpdate),
    /** Customers who have the product gain the attached benefits and lose the detached ones. */
    updateProductBenefits: build.mutation<Product, { id: string; benefits: string[] }>({
      query: ({ id, benefits }) => ({
        url: `${path}/${id}/benefits`,
        method: 'POST',
        body: billingBody(ProductBenefitsUpdate, { benefits }),
      }),
      transformResponse: billingReply(ProductShape),
      invalidatesTags: (_reply, _error, { id }) => [
        ...changeTags('Product', id),
        'BenefitGrant',
        'CustomerState',
      ],
    }),
  }),
});
