import {
  Product,
  ProductBenefitsUpdate,
  ProductCreate,
  ProductPage,
  ProductUpdate,
} from '@tessera/proto/api/billing/product';
import type { z } from 'zod';
import { api, billingBody, billingReply, type ListArguments, listQuery } from './base.ts';

type ListProducts = ListArguments & { query?: string; isArchived?: boolean };
type ChangeProduct = { id: string; changes: z.input<typeof ProductUpdate> };

const path = '/billing/v1/products/';

const products = api.injectEndpoints({
  endpoints: (build) => ({
    listProducts: build.query<z.output<typeof ProductPage>, ListProducts>({
      query: ({ query, isArchived, ...list }) => ({
        url: path,
        query: { ...listQuery(list), query, is_archived: isArchived },
      }),
      transformResponse: billingReply(ProductPage),
      providesTags: ['Product'],
    }),
    getProduct: build.query<Product, string>({
      query: (id) => ({ url: `${path}${id}` }),
      transformResponse: billingReply(Product),
      providesTags: ['Product'],
    }),
    createProduct: build.mutation<Product, z.input<typeof ProductCreate>>({
      query: (product) => ({ url: path, method: 'POST', body: billingBody(ProductCreate, product) }),
      transformResponse: billingReply(Product),
      invalidatesTags: ['Product'],
    }),
    updateProduct: build.mutation<Product, ChangeProduct>({
      query: ({ id, changes }) => ({
        url: `${path}${id}`,
        method: 'PATCH',
        body: billingBody(ProductUpdate, changes),
      }),
      transformResponse: billingReply(Product),
      invalidatesTags: ['Product'],
    }),
    updateProductBenefits: build.mutation<Product, { id: string; benefits: string[] }>({
      query: ({ id, benefits }) => ({
        url: `${path}${id}/benefits`,
        method: 'POST',
        body: billingBody(ProductBenefitsUpdate, { benefits }),
      }),
      transformResponse: billingReply(Product),
      invalidatesTags: ['Product', 'Benefit', 'Customer'],
    }),
  }),
});

export const {
  useListProductsQuery,
  useGetProductQuery,
  useCreateProductMutation,
  useUpdateProductMutation,
  useUpdateProductBenefitsMutation,
} = products;
