/** Child processes of a bench. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Returns a free port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Starts a source file and waits until its health check answers; `stop` ends it. */
export const startProcess = async (file: string, port: number, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/health`, child);
  return {
    url,
    pid: child.pid,
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
};

const answers = async (url: string, child: { exitCode: number | null }): Promise<void> => {
  for (let tries = 0; tries < 400; tries += 1) {
    if (child.exitCode !== null) throw new Error(`a process of the bench ended with ${child.exitCode}`);
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await delay(50);
  }
  throw new Error(`no answer from ${url}`);
};
