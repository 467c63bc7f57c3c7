import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { Meter, MeterCreate, MeterListQuery, MeterPage, MeterUpdate } from '@tessera/proto/api/billing/meter';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findMeter } from './find.ts';
import { listMeters } from './list.ts';
import { createMeter, updateMeter } from './service.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('meters:read', 'meters:write');
const needsWrite = needsScope('meters:write');

export const meterRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/meters',
      needsRead,
      endpoint({ query: MeterListQuery, reply: MeterPage, summary: 'List meters' }, ({ query, caller }) =>
        listMeters(billing, caller, query),
      ),
    )
    .post(
      '/meters',
      needsWrite,
      endpoint(
        { body: MeterCreate, reply: Meter, status: 201, summary: 'Create a meter' },
        ({ body, caller }) => createMeter(billing, caller, body),
      ),
    )
    .get(
      '/meters/:id',
      needsRead,
      endpoint(
        { params: IdPath, row: readable(billing, findMeter), reply: Meter, summary: 'Get a meter' },
        ({ row }) => row,
      ),
    )
    .patch(
      '/meters/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findMeter),
          body: MeterUpdate,
          reply: Meter,
          summary: 'Update a meter',
        },
        ({ row, body }) => updateMeter(billing, row, body),
      ),
    );
