/** The real process, configured wrongly: what an operator reads of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@tessera/local/system/system-processes';
import { type GatewayStack, startGateway } from '../test/stack.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

let stack: GatewayStack;
beforeAll(async () => {
  stack = await startGateway();
});
afterAll(() => stack.stop());

/** Starts a gateway and answers, when it has ended, its exit code and what it wrote. */
const run = async (change: Record<string, string>) => {
  const env = Object.fromEntries(
    Object.entries({ PATH: process.env['PATH'] ?? '', ...compileCache(), ...stack.env, ...change }).map(
      ([key, value]) => [key, String(value)],
    ),
  );
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
};

describe('the process', () => {
  it('names the port of its metrics when that is taken', async () => {
    const taken = new URL(stack.url).port;
    const { code, output } = await run({ OPS_PORT: taken });
    expect(code).toBe(1);
    expect(output).toContain(`port ${taken} is taken`);
    expect(output).not.toMatch(/"msg":"(ready|crashed)"/);
    // On a busy machine it may also warn of what it waits for.
    expect(output.split('\n').find((line) => line.includes('"fatal"'))).not.toContain('"stack"');
  });

  it.each([
    ['WEB_ROOT', '/no/such/folder'],
    [
      'PASSPORT_PRIVATE_KEY',
      '{"kty":"OKP","crv":"Ed25519","x":"uPv_tJqvm6YVYtPVnox9wjpwCsys2bCCvaFl1UiryOU"}',
    ],
  ])(
    'does not start with the wrong %s, and says so in one line before it waits for anything',
    async (key, value) => {
      const { code, output } = await run({ NATS_URL: 'nats://127.0.0.1:9', [key]: value });
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toEqual([expect.stringContaining(`environment variable ${key}: `)]);
      expect(output).not.toContain('"stack"');
    },
  );
});
