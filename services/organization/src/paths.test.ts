import { routePaths } from '@tessera/kit/test/route-paths';
import { authPaths } from '@tessera/proto/api/auth-paths';
import { startOrganization } from '../test/factories.ts';
import { createOrganizationApp } from './app.ts';

describe('the paths that the gateway passes on', () => {
  it('are those that organizations have in the auth API', async () => {
    const { stack, parts } = await startOrganization({ teams: { enabled: true } });
    const { metrics, passports } = stack;
    const { router } = createOrganizationApp(parts, { metrics, passports });
    const own = routePaths(router).filter((path) => path.startsWith('/organization/'));
    expect(authPaths.organization).toEqual(own);
    await stack.stop();
  });
});
