/** Billing with an application on fakes of Discord and GitHub. */
import { generateKeyPairSync } from 'node:crypto';
import { type BillingStack, startBilling } from './factories.ts';
import { type FakePlatform, startFakePlatform, usualDiscord, usualGitHub } from './fake-platform.ts';

export type PlatformsStack = { stack: BillingStack; discord: FakePlatform; github: FakePlatform };

export const startWithPlatforms = async (): Promise<PlatformsStack & { stop: () => Promise<void> }> => {
  const [discord, github] = [await startFakePlatform(usualDiscord), await startFakePlatform(usualGitHub)];
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const application = { clientId: 'the-id', clientSecret: 'the-secret' };
  const stack = await startBilling({
    discord: {
      ...application,
      botToken: 'bot',
      apiUrl: discord.url,
      authorizeUrl: `${discord.url}/authorize`,
    },
    github: {
      ...application,
      appId: '1',
      appSlug: 'tessera',
      privateKey,
      apiUrl: github.url,
      webUrl: github.url,
    },
  });
  const stop = async () => {
    await stack.stop();
    await discord.stop();
    await github.stop();
  };
  return { stack, discord, github, stop };
};
