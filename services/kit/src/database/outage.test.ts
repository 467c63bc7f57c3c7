import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { kitErrors } from '../errors.ts';
import { isOutage } from './outage.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

describe('isOutage', () => {
  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ESOCKET', '57P03', '08006', '53300'],
    ...['53100', '53200', '58030', '25006'],
  ])('takes %s for a server that is away, also as a cause', (code) => {
    expect(isOutage(coded(code))).toBe(true);
    expect(isOutage(new Error('failed', { cause: coded(code) }))).toBe(true);
  });

  it('takes a socket that is not there for a server that is away, but no other file', async () => {
    const [noServer] = (await once(connect('/nowhere/.s.PGSQL.5432'), 'error')) as unknown[];
    expect(isOutage(noServer)).toBe(true);
    expect(isOutage(await readFile('/nowhere/file').catch((error: unknown) => error))).toBe(false);
  });

  it('knows the words of the database client and the failure of a question', () => {
    expect(isOutage(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isOutage(new Error('Client was closed and is not queryable'))).toBe(true);
    expect(isOutage(kitErrors.ServiceUnavailable())).toBe(true);
  });

  it.each([
    coded('23505'),
    coded('28P01'),
    coded('EENVELOPE'),
    kitErrors.ResourceNotFound(),
    new Error('x'),
    'x',
    null,
  ])('takes %p for what it is', (error) => {
    expect(isOutage(error)).toBe(false);
  });
});
