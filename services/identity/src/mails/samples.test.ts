import { createBrowser } from '../../test/browser.ts';
import { startIdentity } from '../../test/factories.ts';
import * as linkMails from './link-mails.ts';
import { sampleMails } from './samples.ts';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('the samples of mails', () => {
  const samples = sampleMails('The Shop');

  it('show each mail that there is', () => {
    const mails = Object.keys(linkMails).flatMap((name) => /^(?!write)(.+)Mail$/.exec(name)?.[1] ?? []);
    const shown = new Set(samples.map(({ name }) => name.split(',')[0]));
    expect(shown).toEqual(new Set(mails.map(kebab)));
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
