import { actOperationIds, resourceOperationIds } from './operation-ids.ts';

const named = (
  ids: typeof resourceOperationIds,
  operations: Record<string, string>,
  pages: readonly string[] = [],
): void =>
  expect(
    ids(
      Object.keys(operations).map((operation) => {
        const [method = '', path = ''] = operation.split(' ');
        return { method, path, isPage: pages.includes(path) };
      }),
    ),
  ).toEqual(Object.values(operations));

describe('resourceOperationIds', () => {
  it('names what is done to collections, to things and to what lies below them', () =>
    named(
      resourceOperationIds,
      {
        'get /checkout-links': 'checkout-links:list',
        'post /checkout-links': 'checkout-links:create',
        'get /checkout-links/export': 'checkout-links:export',
        'get /checkout-links/:id': 'checkout-links:get',
        'patch /checkout-links/:id': 'checkout-links:update',
        'delete /checkout-links/:id': 'checkout-links:delete',
        'get /customers/:id/export': 'customers:get_export',
        'get /customers/external/:externalId/state': 'customers:external:get_state',
        'get /events/names': 'events:list_names',
        'post /events/ingest': 'events:ingest',
        'post /orders/:id/invoice': 'orders:invoice',
        'get /orders/:id/invoice': 'orders:get_invoice',
        'get /discounts/:id/codes': 'discounts:list_codes',
        'post /discounts/:id/codes': 'discounts:create_codes',
        'post /orders/:id/confirm-payment': 'orders:confirm_payment',
        'put /storage/parts/:upload/:number': 'storage:parts:replace',
      },
      ['/checkout-links', '/events/names', '/discounts/:id/codes'],
    ));

  it('takes what others continue for a collection, however deep, and what stands alone for one thing', () =>
    named(resourceOperationIds, {
      'post /checkouts/client/': 'checkouts:client:create',
      'get /checkouts/client/:clientSecret': 'checkouts:client:get',
      'get /metrics': 'metrics:get',
    }));
});

describe('actOperationIds', () => {
  it('names acts as the client does', () =>
    named(actOperationIds, {
      'post /sign-in/email': 'signInEmail',
      'post /admin/ban-user': 'adminBanUser',
      'get /reset-password/:token': 'resetPassword',
    }));

  it('tells apart what has the same words', () =>
    named(actOperationIds, {
      'get /preferences': 'getPreferences',
      'post /preferences': 'preferences',
      'get /reset-password/:token': 'getResetPassword',
      'post /reset-password': 'resetPassword',
    }));
});
