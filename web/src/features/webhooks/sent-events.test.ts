import '../../test/english.ts';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { eventGroups } from './endpoint-form.ts';

const services = fileURLToPath(new URL('../../../../services', import.meta.url));

/** What services do, without tests, consumers and what is only imported. */
const sources = globSync('{billing,organization}/src/**/*.ts', { cwd: services })
  .filter((file) => !/\.test\.ts$|consumers\.ts$|follow-/.test(file))
  .map((file) => readFileSync(`${services}/${file}`, 'utf8').replaceAll(/^import[^;]*;/gm, ''))
  .map((text) => text.replaceAll(/typeof \w+/g, ''));

const nameOf = (event: string): string =>
  event.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());

describe('the events that an endpoint can be told of', () => {
  const offered = eventGroups().flatMap(({ events }) => events);

  it.each(WebhookEventType.options)('offers %s exactly if a service sends it', (event) => {
    const name = new RegExp(`\\b${nameOf(event)}\\b`);
    expect(offered.includes(event)).toBe(sources.some((text) => name.test(text)));
  });
});
