import { startGateway } from '../test/stack.ts';

describe('a disabled path', () => {
  it('does not exist, whichever service has it; the others do', async () => {
    const disabledPaths = ['/organization/create', '/sign-up/email', '/sign-in/social/'];
    const other = await startGateway({ options: { identity: { disabledPaths } } });
    try {
      for (const path of [
        '/organization/create',
        '/organization//create',
        '/sign-up/email',
        '/sign-up/email//',
        '//sign-in/social',
      ]) {
        const answer = await fetch(`${other.url}/api/auth${path}`, { method: 'POST' });
        expect([answer.status, await answer.text()]).toEqual([404, 'Not Found']);
        expect(answer.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
      }
      // A path in another spelling is no path at all.
      for (const path of ['/organization/Create', '/ORGANIZATION/create', '/Sign-Up/email']) {
        const answer = await fetch(`${other.url}/api/auth${path}`, { method: 'POST' });
        expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
          404,
          '',
          null,
        ]);
      }
      expect(other.echo.seen).toHaveLength(0);
      await fetch(`${other.url}/api/auth/organization/list`);
      expect(other.echo.seen).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });
});
