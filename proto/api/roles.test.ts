import { grants, type Roles, readRoles } from './roles.ts';

const roles: Roles = {
  editor: { page: ['read', 'write'] },
  reader: { page: ['read'], report: [] },
};

describe('held roles', () => {
  it.each([
    ['editor', { page: ['read', 'write'] }, true],
    ['reader, editor', { page: ['write'] }, true],
    [' reader ', { page: ['read'] }, true],
    ['reader', { page: ['read'], report: [] }, true],
    ['reader', { page: ['write'] }, false],
    ['reader,editor', { page: ['write'], report: [] }, false],
    ['reader', {}, false],
    ['', { page: ['read'] }, false],
    ['constructor', { page: [] }, false],
    ['reader', { toString: [] }, false],
  ])('%j grant %j: %j', (held, wanted, isGranted) => expect(grants(roles, held, wanted)).toBe(isGranted));

  it('are read from a text or a list, each once', () =>
    expect(readRoles(['a, b', 'b', ' '])).toEqual(['a', 'b']));
});
