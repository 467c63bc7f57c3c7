/**
 * A mail server for benches: accepts every mail and stores none. It runs in a worker thread, so that it does not
 * delay what a bench measures.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

export const startMailServer = async (): Promise<{ url: string; stop: () => Promise<unknown> }> => {
  const worker = new Worker(fileURLToPath(import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  return { url: `smtp://127.0.0.1:${port}`, stop: () => worker.terminate() };
};

const serve = async (): Promise<void> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 bench\r\n');
    const answer = createAnswers();
    socket.setEncoding('latin1').on('data', (part: string) => {
      for (const line of answer(part)) socket.write(`${line}\r\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage((server.address() as { port: number }).port);
};

const replies: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };

/** Creates a generator function of the SMTP replies to the next chunk from a client. */
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

if (!isMainThread) await serve();
