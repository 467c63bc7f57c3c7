/** A mail server for benches: takes every mail, and keeps none. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export const startMailServer = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write('220 bench\r\n');
    const answer = createAnswers();
    socket.setEncoding('latin1').on('data', (part: string) => {
      for (const line of answer(part)) socket.write(`${line}\r\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const replies: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };

/** What is answered to the next part of what a client says. */
const createAnswers = () => {
  let [rest, isInMail] = ['', false];
  return function* (part: string): Generator<string> {
    rest += part;
    for (;;) {
      const mark: string = isInMail ? '\r\n.\r\n' : '\r\n';
      const end = rest.indexOf(mark);
      if (end === -1) return;
      const word = rest.slice(0, 4).toUpperCase();
      rest = rest.slice(end + mark.length);
      yield (isInMail ? undefined : replies[word]) ?? '250 ok';
      isInMail = !isInMail && word === 'DATA';
    }
  };
};
