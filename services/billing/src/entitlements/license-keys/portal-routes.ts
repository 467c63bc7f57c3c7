/** The HTTP API of license keys for customers, by their sessions, and for software, by the key alone. */
import { kitErrors } from '@tessera/kit/errors';
import { endpointFor, type RowStep } from '@tessera/kit/http/endpoint';
import { customerOf } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerLicenseKeyListQuery,
  LicenseJwks,
  LicenseKeyActivate,
  LicenseKeyActivationRead,
  LicenseKeyDeactivate,
  LicenseKeyPage,
  LicenseKeySign,
  LicenseKeyValidate,
  LicenseKeyWithActivations,
  SignedLicense,
  ValidatedLicenseKey,
} from '@tessera/proto/api/billing/license-key';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath, id } from '@tessera/proto/api/fields';
import { z } from 'zod';
import type { Billing } from '../../billing.ts';
import { activateLicenseKey, deactivateLicenseKey } from './activate.ts';
import type { LicenseKeyRow } from './entity.ts';
import { findOwnLicenseKey, listOwnLicenseKeys } from './list.ts';
import { getOwnLicenseKey } from './service.ts';
import { findLicenseJwks, signLicense } from './signed.ts';
import { createValidation } from './validate.ts';

const endpoint = endpointFor(billingDialect);
const base = '/customer-portal/license-keys';
const OrganizationPath = z.object({ organizationId: id });

/** Loads a key within the customer's session. */
const own =
  ({ db }: Billing): RowStep<IdPath, LicenseKeyRow> =>
  async ({ params, caller }) => {
    const row = await findOwnLicenseKey(db.manager, customerOf(caller).scope, params.id);
    if (!row) throw kitErrors.ResourceNotFound();
    return row;
  };

export const portalLicenseKeyRoutes = (billing: Billing): Router =>
  Router()
    .use(heldKeyRoutes(billing))
    .get(
      base,
      endpoint(
        {
          query: CustomerLicenseKeyListQuery,
          reply: LicenseKeyPage,
          summary: "List the customer's license keys",
        },
        ({ query, caller }) => listOwnLicenseKeys(billing, customerOf(caller), query),
      ),
    )
    .get(
      `${base}/:id`,
      endpoint(
        {
          params: IdPath,
          row: own(billing),
          reply: LicenseKeyWithActivations,
          summary: "Get a customer's license key",
        },
        ({ row, caller }) => getOwnLicenseKey(billing, row, customerOf(caller)),
      ),
    );

/** For holders of a key: the key is the only credential. */
const heldKeyRoutes = (billing: Billing): Router => {
  const validate = createValidation(billing);
  return Router()
    .post(
      `${base}/validate`,
      endpoint(
        { body: LicenseKeyValidate, reply: ValidatedLicenseKey, summary: 'Validate a license key' },
        ({ body }) => validate(body),
      ),
    )
    .post(
      `${base}/activate`,
      endpoint(
        { body: LicenseKeyActivate, reply: LicenseKeyActivationRead, summary: 'Activate a license key' },
        ({ body }) => activateLicenseKey(billing, body),
      ),
    )
    .post(
      `${base}/deactivate`,
      endpoint({ body: LicenseKeyDeactivate, summary: 'Deactivate a license key' }, ({ body }) =>
        deactivateLicenseKey(billing, body),
      ),
    )
    .post(
      `${base}/sign`,
      endpoint(
        {
          body: LicenseKeySign,
          reply: SignedLicense,
          summary: 'Create a signed license for offline validation',
        },
        ({ body }) => signLicense(billing, validate, body),
      ),
    )
    .get(
      `${base}/jwks/:organizationId`,
      endpoint(
        {
          params: OrganizationPath,
          reply: LicenseJwks,
          summary: 'Get the public keys that verify signed licenses',
        },
        async ({ params, res }) => {
          res.setHeader('cache-control', 'public, max-age=3600');
          return findLicenseJwks(billing.db, params.organizationId);
        },
      ),
    );
};
