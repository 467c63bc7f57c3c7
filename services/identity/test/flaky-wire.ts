/** A TCP proxy that simulates network faults; the server behind it keeps running. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FlakyWire = {
  url: string;
  /** Closes all connections and refuses new ones. */
  cut: () => void;
  /** Keeps connections open, but forwards nothing. */
  freeze: () => void;
  mend: () => void;
  stop: () => void;
};

export const startFlakyWire = async (target: string): Promise<FlakyWire> => {
  const { hostname, port, protocol } = new URL(target);
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'frozen' = 'whole';
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    return socket.on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (state === 'cut') return void near.destroy();
    const far = keep(connect(Number(port), hostname));
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    if (state === 'frozen') near.pause();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `${protocol}//127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      state = 'cut';
      drop();
    },
    freeze: () => {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      state = 'whole';
      for (const socket of sockets) socket.resume();
    },
    stop: () => {
      drop();
      server.close();
    },
  };
};
