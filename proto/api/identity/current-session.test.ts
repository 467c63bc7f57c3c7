import { SessionOptions } from './cookies.ts';
import { decideSession, type SessionFacts, standingOf } from './current-session.ts';

const now = new Date('2030-01-01T00:00:00Z');
const inSeconds = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const options = SessionOptions.parse({ expiresIn: 1000, updateAge: 100 });

describe('the copy that a browser keeps', () => {
  const copy = { kind: 'valid', token: 'mine', endsAt: now.getTime() } as const;
  const asked = { token: 'mine', now, isUsed: true };

  it.each([
    ['good to its last moment', copy, asked, 'good'],
    ['expired after it', { ...copy, endsAt: now.getTime() - 1 }, asked, 'expired'],
    ['none when it is of another session, expired or not', { ...copy, token: 'x', endsAt: 0 }, asked, 'none'],
    ['none where none is believed', copy, { ...asked, isUsed: false }, 'none'],
    ['none where there is none', { kind: 'none' }, asked, 'none'],
    ['forged, also where none is believed', { kind: 'forged' }, { ...asked, isUsed: false }, 'forged'],
  ] as const)('is %s', (_what, given, request, standing) =>
    expect(standingOf(given, request)).toBe(standing),
  );
});

describe('a session', () => {
  const live = { expiresAt: inSeconds(950), impersonatedBy: null };
  const due = { ...live, expiresAt: inSeconds(900) };
  const facts: SessionFacts = {
    session: live,
    isCopySame: false,
    isBrowserSession: false,
    isRefreshOff: false,
  };

  it.each([
    ['cleared when it is over', { session: null, isCopySame: true }, 'clear'],
    ['copied', {}, 'copy'],
    ['extended when it is due', { session: due }, 'extend'],
    [
      'only answered while the browser has the same, even when due',
      { session: due, isCopySame: true },
      'answer',
    ],
    ['only answered to a browser that is to forget it', { session: due, isBrowserSession: true }, 'answer'],
    ['only answered when no extension is wanted', { session: due, isRefreshOff: true }, 'answer'],
    [
      'only answered to an administrator as someone else',
      { session: { ...due, impersonatedBy: 'x' } },
      'answer',
    ],
  ] as const)('is %s', (_what, given, action) =>
    expect(decideSession(options, { ...facts, ...given }, now)).toBe(action),
  );

  it('is only answered where sessions are never extended', () =>
    expect(decideSession({ ...options, disableSessionRefresh: true }, { ...facts, session: due }, now)).toBe(
      'answer',
    ));
});
