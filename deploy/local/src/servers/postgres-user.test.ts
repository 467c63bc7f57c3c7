import { choosePostgresUser } from './postgres-user.ts';

const refused = () => Promise.resolve(false);
const allowed = () => Promise.resolve(true);

describe('choosePostgresUser', () => {
  it('runs the programs as they are for an ordinary user', async () => {
    const user = await choosePostgresUser('/pg/bin', false, refused);
    expect(user.command('initdb', ['-D', 'x']).slice(-3)).toEqual(['/pg/bin/initdb', '-D', 'x']);
    expect(user.command('initdb', [])).not.toContain('--reuid');
  });

  it('hides root in a user namespace', async () => {
    const user = await choosePostgresUser('/pg/bin', true, allowed);
    expect(user.command('postgres', []).slice(0, 2)).toEqual(['unshare', '-U']);
    expect(user.home('/data')).toBe('/data');
  });

  it('becomes another account where a namespace is refused', async () => {
    if (process.getuid?.() !== 0) return;
    const user = await choosePostgresUser('/usr/bin', true, refused);
    expect(user.bin).toBe('/usr/bin');
    expect(user.command('postgres', []).join(' ')).toMatch(
      /--reuid [1-9]\d* --regid \d+ .*\/usr\/bin\/postgres$/,
    );
  });
});
