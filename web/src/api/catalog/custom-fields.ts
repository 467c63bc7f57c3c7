import {
  CustomFieldCreate,
  CustomFieldListQuery,
  CustomField as CustomFieldShape,
  CustomFieldUpdate,
} from '@tessera/proto/api/billing/custom-field';
import { api, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';

export type CustomField = Stored<typeof CustomFieldShape>;

const path = '/billing/v1/custom-fields';
const customFields = resource('CustomField', path, { one: CustomFieldShape, query: CustomFieldListQuery });

export const {
  useListCustomFieldsQuery,
  useGetCustomFieldQuery,
  useCreateCustomFieldMutation,
  useUpdateCustomFieldMutation,
  useDeleteCustomFieldMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listCustomFields: customFields.list(build),
    getCustomField: customFields.get(build),
    createCustomField: customFields.create(build, CustomFieldCreate),
    // Products are shown with their custom fields; a changed slug moves the stored answers.
    updateCustomField: customFields.update(build, CustomFieldUpdate, ['Product', 'Order', 'Subscription']),
    deleteCustomField: customFields.remove(build, ['Product']),
  }),
});
