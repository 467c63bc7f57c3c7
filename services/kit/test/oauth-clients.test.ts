import { billingDialect } from '@tessera/proto/api/error';
import { endpointFor } from '../src/http/endpoint.ts';
import { needsScope } from '../src/http/passport.ts';
import { Router } from '../src/http/router.ts';
import type { Reply, Send } from './client.ts';
import { oauthClientFindings, oauthClientOf } from './oauth-clients.ts';

const endpoint = endpointFor(billingDialect);
const answer = endpoint({}, () => null);
const routes = Router()
  .get('/things/:id', needsScope('things:read', 'things:write'), answer)
  .post('/keys', answer);

const reply = (status: number, error?: string): Reply => ({
  status,
  headers: new Headers(),
  text: '',
  body: error === undefined ? undefined : { error },
});
const lacks = reply(403, 'insufficient_scope');
type Caller = NonNullable<Parameters<Send>[2]>['as'];

const findingsOf = (answerTo: (path: string, scopes: string[] | null) => Reply) =>
  oauthClientFindings(routes, {
    userId: 'user-1',
    send: async (_method, path, { as }: { as?: Caller } = {}) =>
      answerTo(path, as?.kind === 'user-token' ? as.scopes : null),
  });
const mayRead = (scopes: string[] | null) => scopes?.some((scope) => scope.startsWith('things:')) ?? false;

describe('oauthClientFindings', () => {
  it('finds nothing where scopes decide, and where an OAuth client is nobody', async () =>
    expect(
      await findingsOf((path, scopes) =>
        path === '/keys' ? reply(401, 'Unauthorized') : mayRead(scopes) ? reply(404) : lacks,
      ),
    ).toEqual([]));

  it('names what is open without a scope, and what one of its scopes does not open', async () => {
    const isOpen = await findingsOf((path, scopes) =>
      path === '/keys' && scopes === null ? reply(401, 'Unauthorized') : reply(200),
    );
    expect(isOpen).toEqual([
      'GET /things/:id: without its scope: 200',
      'POST /keys: not as nobody, 401 Unauthorized: 200',
    ]);
    expect(await findingsOf((path) => (path === '/keys' ? reply(401) : lacks))).toEqual([
      'GET /things/:id: with things:read: 403 insufficient_scope',
      'GET /things/:id: with things:write: 403 insufficient_scope',
    ]);
  });

  it('asks as an OAuth client of that user', () =>
    expect(oauthClientOf('user-1', 'a')).toMatchObject({
      kind: 'user-token',
      userId: 'user-1',
      scopes: ['a'],
    }));
});
