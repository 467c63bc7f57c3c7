import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sampleMails } from './samples.ts';

/** The functions of these files that write a mail; `noticeMail` is what several of them are made of. */
const writers = readdirSync(import.meta.dirname)
  .filter((file) => !/samples|test/.test(file))
  .flatMap((file) => [
    ...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/export const (\w+Mail)\b/g),
  ])
  .flatMap(([, name]) => (name === undefined || name === 'noticeMail' ? [] : [name]));

describe('the samples', () => {
  it('use every function that writes a mail', () => {
    const used = readFileSync(path.join(import.meta.dirname, 'samples.ts'), 'utf8');
    expect(writers.length).toBeGreaterThan(15);
    expect(writers.filter((name) => !used.includes(`${name}(`) && !used.includes(`: ${name}`))).toEqual([]);
  });

  it('have names of their own, and show a card that expires', () => {
    const names = sampleMails().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['card-expiring', 'card-expiring, over']));
  });
});
