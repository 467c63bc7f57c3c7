/**
 * Handles the requests of a connection one by one. A client may send some before earlier ones are answered
 * (pipelining, RFC 9112, section 9.3.2), and Node emits all of them at once: one packet holds a thousand, and ten
 * connections took gigabytes.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on a connection; beyond that it is closed. Browsers send none ahead, programs a few. */
const maxWaiting = 10;

type Exchange = [req: IncomingMessage, res: ServerResponse];

/** Wraps a listener: it gets the next request of a connection when the response before it is complete. */
export const oneByOne = (listener: RequestListener): RequestListener => {
  const waiting = new WeakMap<Socket, Exchange[]>();
  const handle = ([req, res]: Exchange, queue: Exchange[]): void => {
    const { socket } = req;
    res.once('close', () => {
      const next = queue.shift();
      if (next && !socket.destroyed) handle(next, queue);
      else waiting.delete(socket);
    });
    listener(req, res);
  };
  return (req, res) => {
    const { socket } = req;
    // Node still emits what had arrived before the connection was closed.
    if (socket.destroyed) return;
    const queue = waiting.get(socket);
    if (queue === undefined) {
      const own: Exchange[] = [];
      waiting.set(socket, own);
      handle([req, res], own);
    } else if (queue.push([req, res]) > maxWaiting) socket.destroy();
  };
};
