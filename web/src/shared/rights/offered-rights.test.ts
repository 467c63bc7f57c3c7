import '../../test/english.ts';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AccessTokenScope } from '@tessera/proto/api/organization/access-token';
import { rightGroups } from './rights.ts';

const services = fileURLToPath(new URL('../../../../services', import.meta.url));

/** The rights that each guard of a route takes, one of which is enough. */
const guards = globSync('*/src/**/*routes.ts', { cwd: services }).flatMap((file) =>
  [...readFileSync(`${services}/${file}`, 'utf8').matchAll(/\bneedsScope\(([^)]*)\)/g)].map(
    ([, rights = '']) => rights,
  ),
);

/** A right to write opens more than the right to read does; a right to read opens something at all. */
const opens = (scope: string): boolean => {
  const reading = `'${scope.replace(/:write$/, ':read')}'`;
  return guards.some(
    (rights) => rights.includes(`'${scope}'`) && (scope.endsWith(':read') || !rights.includes(reading)),
  );
};

describe('the rights that a token can be given', () => {
  const offered = rightGroups().flatMap(({ options }) => options.map(({ scope }) => scope));

  it.each(AccessTokenScope.options)('offers %s exactly if it opens something', (scope) => {
    expect(offered.includes(scope)).toBe(opens(scope));
  });
});
