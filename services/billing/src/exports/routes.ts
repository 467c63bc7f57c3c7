/** The HTTP API of exports: each list of the API as CSV. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { BenefitExportQuery } from '@tessera/proto/api/billing/benefit';
import { CheckoutExportQuery } from '@tessera/proto/api/billing/checkout';
import { CheckoutLinkExportQuery } from '@tessera/proto/api/billing/checkout-link';
import { CustomFieldExportQuery } from '@tessera/proto/api/billing/custom-field';
import { CustomerExportQuery } from '@tessera/proto/api/billing/customer';
import { DiscountExportQuery } from '@tessera/proto/api/billing/discount';
import { EventExportQuery } from '@tessera/proto/api/billing/event';
import { FileExportQuery } from '@tessera/proto/api/billing/file';
import { LicenseKeyExportQuery } from '@tessera/proto/api/billing/license-key';
import { MeterExportQuery } from '@tessera/proto/api/billing/meter';
import { OrderExportQuery } from '@tessera/proto/api/billing/order';
import { PaymentExportQuery } from '@tessera/proto/api/billing/payment';
import { ProductExportQuery } from '@tessera/proto/api/billing/product';
import { SubscriptionExportQuery } from '@tessera/proto/api/billing/subscription';
import { billingDialect } from '@tessera/proto/api/error';
import type { z } from 'zod';
import type { Billing } from '../billing.ts';
import {
  type Exported,
  exportedBenefits,
  exportedCheckoutLinks,
  exportedCheckouts,
  exportedCustomers,
  exportedCustomFields,
  exportedDiscounts,
  exportedEvents,
  exportedFiles,
  exportedLicenseKeys,
  exportedMeters,
  exportedOrders,
  exportedPayments,
  exportedProducts,
  exportedSubscriptions,
} from './exports.ts';

const endpoint = endpointFor(billingDialect);

export const exportRoutes = (billing: Billing): Router =>
  Router()
    .use(
      route(billing, exportedSubscriptions, SubscriptionExportQuery, [
        'subscriptions:read',
        'subscriptions:write',
      ]),
    )
    .use(route(billing, exportedOrders, OrderExportQuery, ['orders:read']))
    .use(route(billing, exportedPayments, PaymentExportQuery, ['payments:read']))
    .use(route(billing, exportedCustomers, CustomerExportQuery, ['customers:read', 'customers:write']))
    .use(route(billing, exportedProducts, ProductExportQuery, ['products:read', 'products:write']))
    .use(route(billing, exportedBenefits, BenefitExportQuery, ['benefits:read', 'benefits:write']))
    .use(route(billing, exportedFiles, FileExportQuery, ['files:read', 'files:write']))
    .use(route(billing, exportedDiscounts, DiscountExportQuery, ['discounts:read', 'discounts:write']))
    .use(route(billing, exportedMeters, MeterExportQuery, ['meters:read', 'meters:write']))
    .use(route(billing, exportedEvents, EventExportQuery, ['events:read', 'events:write']))
    .use(
      route(billing, exportedLicenseKeys, LicenseKeyExportQuery, ['license_keys:read', 'license_keys:write']),
    )
    .use(route(billing, exportedCheckouts, CheckoutExportQuery, ['checkouts:read', 'checkouts:write']))
    .use(
      route(billing, exportedCheckoutLinks, CheckoutLinkExportQuery, [
        'checkout_links:read',
        'checkout_links:write',
      ]),
    )
    .use(
      route(billing, exportedCustomFields, CustomFieldExportQuery, [
        'custom_fields:read',
        'custom_fields:write',
      ]),
    );

/** `scopes`: the token scopes that may read the list. */
const route = <Query extends z.ZodType>(
  billing: Billing,
  { name, send }: Exported<z.output<Query>>,
  query: Query,
  scopes: [string, ...string[]],
): Router =>
  Router().get(
    `/${name}/export`,
    needsScope(...scopes),
    endpoint(
      { query, media: 'text/csv', summary: `Export ${name.replaceAll('-', ' ')} as CSV` },
      ({ caller, query: asked, res }) => send(billing, res, { caller, query: asked as z.output<Query> }),
    ),
  );
