import { routePaths } from '@tessera/kit/test/route-paths';
import { authPaths } from '@tessera/proto/api/auth-paths';
import { startIdentity } from '../test/factories.ts';
import { routes } from './app.ts';

describe('the paths that the gateway passes on', () => {
  it('are those that identity has', async () => {
    const started = await startIdentity();
    expect(authPaths.identity).toEqual(routePaths(routes(started.identity)));
    await started.stop();
  });
});
