import type { Timestamp } from '@tessera/proto/api/wire';
import '../../test/english.ts';
import { describeDevice, sessionNames } from './device.ts';

describe('describeDevice', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      'Chrome on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('calls %p by a name', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name);
  });
});

describe('sessionNames', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
  const session = (id: string, userAgent: string | null, createdAt: string) => ({
    id,
    userAgent,
    createdAt: createdAt as Timestamp,
  });

  it('tells sessions of one kind of device apart by when they began', () => {
    const names = sessionNames([
      session('a', phone, '2026-06-15T10:00:00.000Z'),
      session('b', phone, '2026-06-15T10:00:01.000Z'),
      session('c', null, '2026-06-15T10:00:00.000Z'),
    ]);
    expect([...names]).toEqual([
      ['a', expect.stringMatching(/^Safari on iPhone, Jun 15, 2026, .*00:00/)],
      ['b', expect.stringMatching(/^Safari on iPhone, Jun 15, 2026, .*00:01/)],
      ['c', 'Unknown device'],
    ]);
  });

  it('never calls two the same', () => {
    const at = '2026-06-15T10:00:00.000Z';
    const names = sessionNames(['a', 'b', 'c'].map((id) => session(id, phone, at)));
    expect(new Set(names.values()).size).toBe(3);
  });
});
