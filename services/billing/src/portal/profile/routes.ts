/** The HTTP API of the session's customer and of their seller. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsCustomer } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerPortalCustomer,
  CustomerPortalCustomerUpdate,
} from '@tessera/proto/api/billing/customer-portal';
import { CustomerOrganization } from '@tessera/proto/api/billing/customer-purchase';
import {
  CustomerEmailUpdateRequest,
  CustomerEmailUpdateVerify,
} from '@tessera/proto/api/billing/customer-session';
import { billingDialect } from '@tessera/proto/api/error';
import { text } from '@tessera/proto/api/fields';
import { z } from 'zod';
import type { Billing } from '../../billing.ts';
import { getOwnCustomer, updateOwnCustomer } from './customer.ts';
import { requestEmailUpdate, verifyEmailUpdate } from './email.ts';
import { getCustomerOrganization } from './organization.ts';

const endpoint = endpointFor(billingDialect);
const me = '/customer-portal/customers/me';
const SlugPath = z.object({ slug: text.max(255) });

export const portalProfileRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/customer-portal/organizations/:slug',
      endpoint(
        { params: SlugPath, reply: CustomerOrganization, summary: 'Get a seller and their products' },
        ({ params }) => getCustomerOrganization(billing, params.slug),
      ),
    )
    .get(
      me,
      endpoint({ reply: CustomerPortalCustomer, summary: 'Get the customer' }, ({ caller }) =>
        getOwnCustomer(billing, customerOf(caller)),
      ),
    )
    .patch(
      me,
      needsCustomer,
      endpoint(
        {
          body: CustomerPortalCustomerUpdate,
          reply: CustomerPortalCustomer,
          summary: 'Update the customer',
        },
        ({ caller, body }) => updateOwnCustomer(billing, customerOf(caller), body),
      ),
    )
    .post(
      `${me}/email-update/request`,
      needsCustomer,
      endpoint(
        {
          body: CustomerEmailUpdateRequest,
          reply: z.null(),
          status: 202,
          summary: 'Request a code to change the e-mail address',
        },
        ({ caller, body }) => requestEmailUpdate(billing, customerOf(caller), body),
      ),
    )
    .post(
      `${me}/email-update/verify`,
      needsCustomer,
      endpoint(
        {
          body: CustomerEmailUpdateVerify,
          reply: CustomerPortalCustomer,
          summary: 'Verify the code and change the e-mail address',
        },
        ({ caller, body }) => verifyEmailUpdate(billing, customerOf(caller), body),
      ),
    );
