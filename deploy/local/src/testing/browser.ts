import { findExecutable } from '../processes/tether.ts';
import { runCommand } from './step.ts';

/** The headless shell renders like Chromium, without the browser around pages: a third less processor time. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** Where Chromium or Chrome is installed. */
export const findBrowser = (): string | undefined =>
  programs.map((program) => findExecutable(program)).find((path) => path !== undefined);

/** Flags for a browser to run as root, without a display, and without network traffic of its own. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Installs Chromium's headless shell (or Chromium, where it has no package) and fonts, when no browser is installed. */
export const ensureBrowser = async (): Promise<void> => {
  if (findBrowser() !== undefined) return;
  if (process.getuid?.() !== 0 || findExecutable('apt-get') === undefined) {
    throw new Error(
      'The journeys need a browser: install chromium (on Debian: sudo apt-get install chromium)',
    );
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand(['apt-get', '-qq', 'update'], { env });
  // Waits for the lock of another run that may be installing concurrently.
  const lockTimeout = ['-o', 'DPkg::Lock::Timeout=300'];
  const install = (browser: string): Promise<unknown> => {
    const packages = [browser, 'fonts-liberation', 'fonts-noto-color-emoji'];
    return runCommand(
      ['apt-get', ...lockTimeout, '-qq', '-y', '--no-install-recommends', 'install', ...packages],
      { env },
    );
  };
  await install('chromium-headless-shell').catch(() => install('chromium'));
};
