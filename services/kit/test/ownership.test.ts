import { billingDialect } from '@tessera/proto/api/error';
import { z } from 'zod';
import { endpointFor } from '../src/http/endpoint.ts';
import { Router } from '../src/http/router.ts';
import { ownershipFindings } from './ownership.ts';

const endpoint = endpointFor(billingDialect);
const params = z.object({ id: z.string() });
const row = async () => ({});

describe('ownershipFindings', () => {
  it('names each endpoint whose path names a row and that has no step for it', () => {
    const routes = Router()
      .get(
        '/things',
        endpoint({}, () => null),
      )
      .get(
        '/things/:id',
        endpoint({ params, row }, () => null),
      )
      .patch(
        '/things/:id',
        endpoint({ params }, () => null),
      )
      .use(
        Router().delete(
          '/things/:id/parts/:partId',
          endpoint({}, () => null),
        ),
      );
    expect(ownershipFindings(routes)).toEqual(['PATCH /things/:id', 'DELETE /things/:id/parts/:partId']);
    expect(ownershipFindings(routes, { partId: 'no row' })).toHaveLength(2);
  });

  it('takes exceptions, and only those that are needed', () => {
    const routes = Router().get(
      '/pages/:secret',
      endpoint({}, () => null),
    );
    expect(ownershipFindings(routes, { secret: 'is the right itself' })).toEqual([]);
    expect(ownershipFindings(routes, { secret: 'is the right itself', id: 'of nothing' })).toEqual([
      ':id is no exception any more',
    ]);
  });
});
