import { readdirSync } from 'node:fs';
import { createBrowser } from '../../test/browser.ts';
import { startIdentity } from '../../test/factories.ts';
import { sampleMails } from './samples.ts';

describe('the samples of mails', () => {
  const samples = sampleMails('The Shop');

  it('show each mail that there is', () => {
    const others = new Set(['consumers.ts', 'link-mail.ts', 'samples.ts', 'texts.ts']);
    const mails = readdirSync(import.meta.dirname).filter(
      (file) => /(?<!\.test)\.ts$/.test(file) && !others.has(file),
    );
    expect([...new Set(samples.map(({ name }) => `${name.split(',')[0]}.ts`))].toSorted()).toEqual(
      mails.toSorted(),
    );
  });

  it.each(samples)(
    'say in $name the same as text and as HTML, with nothing missing',
    ({ subject, text, html }) => {
      expect(subject).not.toMatch(/[\r\n]|undefined|null/);
      expect(text).toContain('http://localhost:3000/api/auth/verify-email?token=');
      expect(html).toContain('href="http://localhost:3000/api/auth/verify-email?token=');
      expect(text + html).not.toMatch(/undefined|\[object/);
    },
  );

  it('are told to nobody in production', async () => {
    const started = await startIdentity();
    try {
      const { status } = await createBrowser(new URL(started.base).origin).send('GET', '/internal/mails');
      expect(status).toBe(404);
    } finally {
      await started.stop();
    }
  });
});
