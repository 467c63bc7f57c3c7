/** The HTTP API of license keys for their sellers. */
import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  LicenseKeyActivationPath,
  LicenseKeyActivationRead,
  LicenseKeyListQuery,
  LicenseKeyPage,
  LicenseKeyRead,
  LicenseKeyUpdate,
  LicenseKeyWithActivations,
} from '@tessera/proto/api/billing/license-key';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findLicenseKey } from './find.ts';
import { listLicenseKeys } from './list.ts';
import { deleteActivation, getActivation, updateLicenseKey } from './service.ts';
import { viewWithActivations } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('license_keys:read', 'license_keys:write');
const needsWrite = needsScope('license_keys:write');

export const licenseKeyRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/license-keys',
      needsRead,
      endpoint(
        { query: LicenseKeyListQuery, reply: LicenseKeyPage, summary: 'List license keys' },
        ({ query, caller }) => listLicenseKeys(billing, caller, query),
      ),
    )
    .get(
      '/license-keys/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findLicenseKey),
          reply: LicenseKeyWithActivations,
          summary: 'Get a license key',
        },
        ({ row }) => viewWithActivations(billing.db.manager, row),
      ),
    )
    .patch(
      '/license-keys/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findLicenseKey),
          body: LicenseKeyUpdate,
          reply: LicenseKeyRead,
          summary: 'Update a license key',
        },
        ({ row, body }) => updateLicenseKey(billing, row, body),
      ),
    )
    .get(
      '/license-keys/:id/activations/:activationId',
      needsRead,
      endpoint(
        {
          params: LicenseKeyActivationPath,
          row: readable(billing, findLicenseKey),
          reply: LicenseKeyActivationRead,
          summary: 'Get an activation of a license key',
        },
        ({ row, params }) => getActivation(billing, row, params.activationId),
      ),
    )
    .delete(
      '/license-keys/:id/activations/:activationId',
      needsWrite,
      endpoint(
        {
          params: LicenseKeyActivationPath,
          row: manageable(billing, findLicenseKey),
          summary: 'Delete an activation of a license key',
        },
        ({ row, params }) => deleteActivation(billing, row, params.activationId),
      ),
    );
