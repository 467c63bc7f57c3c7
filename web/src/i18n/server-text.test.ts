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

  it.each([
    ['Must have at least 3 characters', 'Bitte mindestens 3 Zeichen'],
    ['Must be an https URL', 'Bitte eine Adresse, die mit https:// beginnt'],
    ['Must not contain a user name or password', 'Bitte ohne Benutzernamen und Passwort'],
    ['This address is not allowed', 'Diese Adresse ist nicht erlaubt'],
    [
      'The file is not a JPEG, PNG, GIF, WebP or SVG image.',
      'Die Datei ist kein Bild in JPEG, PNG, GIF, WebP oder SVG.',
    ],
    ['The image cannot be read.', 'Das Bild lässt sich nicht lesen.'],
    ['The image has too many pixels.', 'Das Bild hat zu viele Pixel.'],
    ['Stripe does not recognize this key.', 'Stripe kennt diesen Schlüssel nicht.'],
    ['The key lacks access to: refunds.', 'Dem Schlüssel fehlt der Zugriff auf: Erstattungen.'],
    ['Only letters, digits, hyphens and underscores', 'Nur Buchstaben, Ziffern, Binde- und Unterstriche'],
    ['This slug is reserved.', 'Diese Adresse ist vergeben.'],
    [
      'Connect your Discord account to get this benefit.',
      'Der Kunde hat noch kein Konto bei Discord verbunden.',
    ],
    ['GitHub answered 301.', 'GitHub hat mit 301 geantwortet.'],
    ['You are not allowed to ban users', 'Sie dürfen niemanden sperren.'],
    [
      'You have been banned from this application. Please contact support if you believe this is an error.',
      'Sie wurden von dieser Anwendung ausgeschlossen. Wenn Sie das für einen Irrtum halten, wenden Sie sich bitte an den Support.',
    ],
    [
      'Only an active subscription that is set to cancel can be uncanceled.',
      'Zurücknehmen lässt sich nur die Kündigung eines laufenden Abonnements.',
    ],
    ['The credit note already exists.', 'Die Rechnungskorrektur gibt es schon.'],
    [
      'Must have at most 17 digits, 12 of them after the decimal point',
      'Höchstens 17 Stellen, davon 12 nach dem Komma',
    ],
    ['Must have at least 8 characters', 'Bitte mindestens 8 Zeichen'],
    [
      'An organization can have at most 50 webhook endpoints. Delete one that is no longer needed.',
      'Eine Organisation hat höchstens 50 Webhook-Endpunkte. Löschen Sie einen, den Sie nicht mehr brauchen.',
    ],
    [
      'Must be an https URL, an http URL of this machine, or one of an app’s own scheme',
      'Bitte eine Adresse mit https://, eine mit http:// auf diesem Rechner oder eine mit dem eigenen Schema einer App',
    ],
    ['The payment was not completed in time.', 'Die Zahlung wurde nicht rechtzeitig abgeschlossen.'],
    [
      'Too many invitations in an hour. Please try again in 12 min.',
      'Zu viele Einladungen in einer Stunde. Versuchen Sie es in 12 Minuten noch einmal.',
    ],
  ])('says in German: %s', async (text, german) => {
    await speak('de', ['errors']);
    expect(translateServerText(text)).toBe(german);
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
