import { speakEnglish } from '../test/english.ts';
import { speak } from '../test/language.ts';
import { translateServerText } from './server-text.ts';

describe('what the API says', () => {
  afterEach(speakEnglish);

  it('stays as it came in English, and where nobody has translated it', async () => {
    expect(translateServerText('Invalid email or password')).toBe('Invalid email or password');
    await speak('de', ['errors']);
    expect(translateServerText('Nobody has put this into words')).toBe('Nobody has put this into words');
  });

  it('keeps the number that it names', async () => {
    await speak('de', ['errors']);
    expect(translateServerText('Must be at least 50')).toBe('Mindestens 50');
    expect(translateServerText('At most 2.5 keys')).toBe('Höchstens 2.5 Schlüssel');
  });

  it('is found by its words, not by how they are written', async () => {
    await speak('de', ['errors']);
    expect(translateServerText('Invalid email or password')).toBe('E-Mail oder Passwort ist falsch.');
    expect(translateServerText("You can't unlink your last account")).toBe(
      'Das ist Ihre einzige Möglichkeit zur Anmeldung.',
    );
  });
});
