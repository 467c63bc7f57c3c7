import { startInbox } from './inbox-server.ts';

// The inbox as a process of its own: PORT (page and list), SMTP_PORT, HOST, INBOX_FILE (absent: memory only).
const say = (message: string, more: Record<string, unknown> = {}) =>
  process.stdout.write(
    `${JSON.stringify({ level: 'info', time: new Date(), service: 'inbox', ...more, msg: message })}\n`,
  );

const inbox = await startInbox({
  smtpPort: Number(process.env['SMTP_PORT']),
  httpPort: Number(process.env['PORT']),
  file: process.env['INBOX_FILE'],
  host: process.env['HOST'],
});
say('ready', { url: inbox.url, smtp: inbox.smtpUrl });

const stop = async () => {
  await inbox.stop();
  say('stopped');
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
