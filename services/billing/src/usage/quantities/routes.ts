import { readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerMeterQuantitiesQuery,
  MeterPreview,
  MeterPreviewReply,
  MeterQuantities,
  MeterQuantitiesQuery,
} from '@tessera/proto/api/billing/meter';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findMeter } from '../../catalog/meters/find.ts';
import { ownMeter } from '../customer-meters/list.ts';
import { getOwnQuantities, getQuantities, previewMeter } from './quantities.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('meters:read', 'meters:write');

export const quantityRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/meters/:id/quantities',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findMeter),
          query: MeterQuantitiesQuery,
          reply: MeterQuantities,
          summary: "Get a meter's quantities",
        },
        ({ row, query }) => getQuantities(billing, row, query),
      ),
    )
    .get(
      '/customer-portal/meters/:id/quantities',
      endpoint(
        {
          params: IdPath,
          row: ownMeter(billing),
          query: CustomerMeterQuantitiesQuery,
          reply: MeterQuantities,
          summary: "Get a customer's usage of a meter by period",
        },
        ({ row, query }) => getOwnQuantities(billing, row, query),
      ),
    )
    .post(
      '/meters/preview',
      needsScope('meters:write'),
      endpoint(
        { body: MeterPreview, reply: MeterPreviewReply, status: 200, summary: 'Preview a meter' },
        ({ body, caller }) => previewMeter(billing, caller, body),
      ),
    );
