import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { allowLongBody, boundBodies } from './slow-bodies.ts';

const server = createServer((req, res) => {
  if (req.url === '/long') allowLongBody(req);
  req.resume().on('end', () => res.end('whole'));
});
const bound = 300;
boundBodies(server, bound);
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const begin = async (path: string) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\nhal`);
  return socket;
};

describe('a body', () => {
  it('that does not come is not waited for, and one that may take long is', async () => {
    const [short, long] = [await begin('/short'), await begin('/long')];
    await once(short, 'close');
    // The long one has been open for as long, and more.
    await delay(bound * 2);
    long.write('f');
    const [answer] = (await once(long, 'data')) as [Buffer];
    expect(answer.toString()).toContain('whole');
    long.destroy();
  });

  it('that is there leaves nothing behind', async () => {
    const { port } = server.address() as AddressInfo;
    for (let count = 0; count < 2; count += 1) {
      const response = await fetch(`http://127.0.0.1:${port}/short`, { method: 'POST', body: 'body' });
      expect(await response.text()).toBe('whole');
      await delay(bound * 1.2);
    }
  });
});
