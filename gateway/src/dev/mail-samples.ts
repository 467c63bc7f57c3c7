/** Development: a page with samples of every mail of all services, in light and dark, wide and narrow. */
import { escapeHtml } from '@tessera/kit/text/escape-html';
import { Router } from 'express';
import { z } from 'zod';

const Samples = z.array(
  z.object({ name: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
);
type Sample = z.output<typeof Samples>[number] & { id: string };

const Asked = z.object({ id: z.string(), scheme: z.enum(['light', 'dark', 'text']) });

/** `/` lists them all, `/mail?id=…&scheme=…` shows one. Services that are down are left out. */
export const serveMailSamples = (targets: Record<string, string>): Router => {
  const gather = async (): Promise<Sample[]> =>
    (
      await Promise.all(Object.entries(targets).map(([service, target]) => samplesOf(service, target)))
    ).flat();
  return Router({ caseSensitive: true })
    .get('/', async (_req, res) => void res.type('html').send(pageOf(await gather())))
    .get('/mail', async (req, res) => {
      const { data: asked } = Asked.safeParse(req.query);
      const sample = asked && (await gather()).find(({ id }) => id === asked.id);
      if (!sample) return void res.status(404).type('text/plain').send('Not found');
      if (asked.scheme === 'text') return void res.type('text/plain').send(sample.text);
      res.type('html').send(inScheme(sample.html, asked.scheme));
    });
};

const samplesOf = async (service: string, target: string): Promise<Sample[]> => {
  try {
    const response = await fetch(`${target}/internal/mails`, { signal: AbortSignal.timeout(3_000) });
    if (!response.ok) return [];
    return Samples.parse(await response.json()).map((one) => ({ ...one, id: `${service}: ${one.name}` }));
  } catch {
    return [];
  }
};

/** Renders a mail in this color scheme, whatever the browser's own is. */
const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html.replaceAll('@media (prefers-color-scheme: dark)', scheme === 'dark' ? '@media all' : '@media not all');

const frame = (id: string, scheme: string, width: number): string =>
  `<iframe title="${escapeHtml(`${id}, ${scheme}`)}" loading="lazy" width="${width}" height="720" src="/api/dev/mail/samples/mail?${escapeHtml(new URLSearchParams({ id, scheme }).toString())}"></iframe>`;

const pageOf = (samples: Sample[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 24px; max-width: 2100px; }
section div { display: flex; gap: 16px; overflow-x: auto; padding-bottom: 16px; }
iframe { flex: none; border: 1px solid #8885; border-radius: 8px; background: #fff; }
</style>
</head>
<body>
<h1>Mails</h1>
<p>${samples.length} mails with made-up contents: light, dark, on a phone, and as text.</p>
${samples
  .map(
    ({ id, subject }) => `<section>
<h2>${escapeHtml(id)}</h2>
<p>${escapeHtml(subject)}</p>
<div>${frame(id, 'light', 640)}${frame(id, 'dark', 640)}${frame(id, 'light', 390)}${frame(id, 'text', 390)}</div>
</section>`,
  )
  .join('\n')}
</body>
</html>`;
