import { createServer } from 'node:net';
import { freePort, isPortFree } from './ports.ts';

describe('free ports', () => {
  it('are others each time, also where none is used yet', async () => {
    const ports = await Promise.all(Array.from({ length: 100 }, freePort));
    expect(new Set(ports).size).toBe(100);
  });

  it('are none that somebody listens on', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await isPortFree(port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await isPortFree(port)).toBe(true);
  });
});
