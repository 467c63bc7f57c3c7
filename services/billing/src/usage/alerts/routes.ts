import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  UsageAlert,
  UsageAlertCreate,
  UsageAlertListQuery,
  UsageAlertPage,
  UsageAlertUpdate,
} from '@tessera/proto/api/billing/usage-alert';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findUsageAlert } from './entity.ts';
import { createUsageAlert, deleteUsageAlert, listUsageAlerts, updateUsageAlert } from './service.ts';
import { viewUsageAlert } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('meters:read', 'meters:write');
const needsWrite = needsScope('meters:write');

export const usageAlertRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/usage-alerts',
      needsRead,
      endpoint(
        { query: UsageAlertListQuery, reply: UsageAlertPage, summary: 'List usage alerts' },
        ({ query, caller }) => listUsageAlerts(billing, caller, query),
      ),
    )
    .post(
      '/usage-alerts',
      needsWrite,
      endpoint(
        { body: UsageAlertCreate, reply: UsageAlert, status: 201, summary: 'Create a usage alert' },
        ({ body, caller }) => createUsageAlert(billing, caller, body),
      ),
    )
    .get(
      '/usage-alerts/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findUsageAlert),
          reply: UsageAlert,
          summary: 'Get a usage alert',
        },
        ({ row }) => viewUsageAlert(row),
      ),
    )
    .patch(
      '/usage-alerts/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findUsageAlert),
          body: UsageAlertUpdate,
          reply: UsageAlert,
          summary: 'Update a usage alert',
        },
        ({ row, body }) => updateUsageAlert(billing, row, body),
      ),
    )
    .delete(
      '/usage-alerts/:id',
      needsWrite,
      endpoint(
        { params: IdPath, row: manageable(billing, findUsageAlert), summary: 'Delete a usage alert' },
        ({ row }) => deleteUsageAlert(billing, row),
      ),
    );
