import { routePaths } from '@tessera/kit/test/route-paths';
import { authPaths } from '@tessera/proto/api/auth-paths';
import { startOrganization } from '../test/factories.ts';
import { authApi } from './app.ts';

describe('the paths that the gateway passes on', () => {
  it('are those that organizations have in the auth API', async () => {
    const { stack, parts } = await startOrganization({ teams: { enabled: true } });
    const own = routePaths(authApi(parts)).filter((path) => path.startsWith('/organization/'));
    expect(authPaths.organization).toEqual(own);
    await stack.stop();
  });
});
