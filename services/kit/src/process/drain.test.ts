import { Agent, createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { drainServer, watchUnused } from './drain.ts';

const start = async (): Promise<{ server: Server; port: number }> => {
  const server = createServer((_req, res) => {
    // As a proxy, which passes on what it was told.
    res.setHeader('connection', 'keep-alive');
    res.end('here');
  });
  watchUnused(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
};

const ask = (port: number, agent: Agent): Promise<{ connection: string | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    request({ port, agent, method: 'POST' }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      res.on('end', () => resolve({ connection: res.headers.connection, text }));
    })
      .on('error', reject)
      .end();
  });

describe('a server that ends', () => {
  it('answers what comes over kept connections until their callers have let go of them', async () => {
    const { server, port } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask(port, agent)).toEqual({ connection: 'keep-alive', text: 'here' });
    const draining = drainServer(server);
    // The connection was kept, and the next request is on its way over it.
    expect(await ask(port, agent)).toEqual({ connection: 'close', text: 'here' });
    await draining;
    await expect(ask(port, agent)).rejects.toThrow('ECONNREFUSED');
    agent.destroy();
  });

  it('does not wait where nobody is connected', async () => {
    const { server } = await start();
    const begun = performance.now();
    await drainServer(server);
    // Connections that nobody uses are waited for, for a second.
    expect(performance.now() - begun).toBeLessThan(900);
  });

  it('waits no longer than a second for a connection that nobody uses', async () => {
    const { server, port } = await start();
    const agent = new Agent({ keepAlive: true });
    await ask(port, agent);
    const begun = performance.now();
    await drainServer(server);
    expect(performance.now() - begun).toBeLessThan(5_000);
    agent.destroy();
  });

  it('does not wait for connections that were opened in advance, as browsers do', async () => {
    const { server, port } = await start();
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => server.once('connection', resolve));
    const begun = performance.now();
    await drainServer(server);
    expect(performance.now() - begun).toBeLessThan(8_000);
    socket.destroy();
  });
});
