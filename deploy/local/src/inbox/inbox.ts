import { trimMemory } from '../processes/memory.ts';
import { startInbox } from './server.ts';

// The inbox as a separate process: PORT (page and list), SMTP_PORT, HOST, INBOX_FILE (absent: memory only).
const say = (message: string, more: Record<string, unknown> = {}) =>
  process.stdout.write(
    `${JSON.stringify({ level: 'info', time: new Date(), service: 'inbox', ...more, msg: message })}\n`,
  );

const portOf = (variable: string): number => {
  const text = process.env[variable] ?? '';
  const port = Number(text);
  if (text !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  process.stderr.write(`environment variable ${variable}: must be a number from 0 to 65535\n`);
  return process.exit(1);
};

const inbox = await startInbox({
  smtpPort: portOf('SMTP_PORT'),
  httpPort: portOf('PORT'),
  file: process.env['INBOX_FILE'],
  host: process.env['HOST'],
});
say('ready', { url: inbox.url, smtp: inbox.smtpUrl });

/** Bytes. Mails that were read leave garbage, which is not collected while the process is idle. */
const worthwhileGrowth = 16 * 2 ** 20;
let held = process.memoryUsage.rss();
setInterval(() => {
  if (process.memoryUsage.rss() < held + worthwhileGrowth) return;
  trimMemory();
  held = process.memoryUsage.rss();
}, 30_000).unref();

const stop = async () => {
  await inbox.stop();
  say('stopped');
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
