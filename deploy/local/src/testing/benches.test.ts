import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../system/system-processes.ts';
import { listBenches } from './benches.ts';
import { runCommand } from './step.ts';

describe('listBenches', () => {
  it('leaves out what benches import and what they start', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-benches-'));
    writeFileSync(join(folder, 'rounds.ts'), '');
    writeFileSync(join(folder, 'bare-server.ts'), '');
    writeFileSync(join(folder, 'sessions.test.ts'), '');
    writeFileSync(
      join(folder, 'sessions.ts'),
      `import { median } from './rounds.ts'; start('bare-server.ts');`,
    );
    writeFileSync(join(folder, 'checkout.ts'), `import { median } from "./rounds.ts";`);
    expect(listBenches(folder)).toEqual(['checkout', 'sessions']);
    rmSync(folder, { recursive: true });
  });
});

describe('npm run bench', () => {
  it.each([
    [['sesions'], 'There is no bench "sesions"'],
    [['rounds'], 'There is no bench "rounds"'],
    [[], 'Name a bench'],
  ])('with %j names the benches that there are', async (args, problem) => {
    const script = join(root, 'deploy/local/src/bench.ts');
    const answer: unknown = await runCommand([process.execPath, script, ...args]).catch(
      (error: unknown) => error,
    );
    const { message } = answer as Error;
    expect(message).toContain(`${problem}: npm run bench -- `);
    expect(message).toMatch(/\bcheckout\b.*\bsessions\b/);
    expect(message).not.toMatch(/\| (rounds|cpu|process|bare-proxy)\b/);
    expect(message).not.toContain('\n');
  });
});
