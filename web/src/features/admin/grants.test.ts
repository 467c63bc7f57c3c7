import { speakEnglish } from '../../test/english.ts';
import { speak } from '../../test/language.ts';
import { describeGrants } from './grants.ts';

describe('describeGrants', () => {
  it('names what can be done to what', () => {
    const grants = { user: ['create', 'set-role'], session: ['revoke'], ticket: ['read'], note: [] };
    expect(describeGrants(grants)).toBe('Users: create, assign roles. Sessions: end. ticket: read.');
  });

  it.each([[{}], [{ user: [], session: [] }]])('says so when there is nothing: %j', (grants) =>
    expect(describeGrants(grants)).toBe('No rights over other accounts.'),
  );
});

describe('describeGrants in German', () => {
  beforeAll(() => speak('de-DE', ['admin']));
  afterAll(speakEnglish);

  it('leaves nothing of what comes with the system in English', () => {
    const grants = {
      user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
      session: ['list', 'revoke', 'delete'],
    };
    expect(describeGrants(grants)).toBe(
      'Benutzer: anlegen, auflisten, Rollen vergeben, sperren, als sie handeln, löschen, Passwörter setzen. Sitzungen: auflisten, beenden, löschen.',
    );
  });
});
