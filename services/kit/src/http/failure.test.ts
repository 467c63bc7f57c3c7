import { billingDialect } from '@tessera/proto/api/error';
import { isOutage } from '../database/outage.ts';
import { failureOf } from './failure.ts';

describe('failureOf', () => {
  it('says of a statement that took too long that another try may do, but takes no server for away', () => {
    const error = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    expect(failureOf(error, billingDialect)).toMatchObject({ status: 503, name: 'ServiceUnavailable' });
    expect(isOutage(error)).toBe(false);
  });

  it('says of a full disk the same, and nothing of what it does not know', () => {
    const coded = (code: string) => Object.assign(new Error(code), { code });
    expect(failureOf(coded('53100'), billingDialect).status).toBe(503);
    expect(failureOf(coded('42P01'), billingDialect)).toMatchObject({ status: 500 });
  });
});
