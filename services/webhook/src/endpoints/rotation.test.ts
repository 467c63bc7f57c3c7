/** Endpoints' secrets at rest, and the rotation of their keys. */
import { startReencryption } from '@tessera/kit/database/reencrypt';
import { createVault } from '@tessera/kit/secrets';
import {
  encryptionKeys,
  makeEndpoint,
  makeSeller,
  startWebhook,
  type WebhookStack,
} from '../../test/factories.ts';
import { EndpointEntity, encryptedSecrets } from './entity.ts';

let started: WebhookStack;
beforeAll(async () => {
  started = await startWebhook();
});
afterAll(() => started.stack.stop());

// An underscore is a letter of a key's name, and stands for nothing else.
const next = `next_1:${Buffer.alloc(32, 9).toString('base64')}`;
const lookAlike = `nextA1:${Buffer.alloc(32, 8).toString('base64')}`;

const endpointWith = async (secret: string) => {
  const { user, organizationId } = makeSeller(started);
  const { id } = await makeEndpoint(started, user, { organization_id: organizationId, secret });
  const secretNow = async () =>
    (await started.webhook.db.manager.findOneByOrFail(EndpointEntity, { id })).secret;
  return { id, user, secretNow };
};

const rotate = (keys: string) =>
  startReencryption({ ...started.webhook, vault: createVault(keys), ...encryptedSecrets }).done;

describe('the secrets of endpoints', () => {
  it('are encrypted again with the first key of the ring, so that older keys can go', async () => {
    const { secretNow } = await endpointWith('open-sesame');
    expect(await rotate(`${lookAlike},${encryptionKeys}`)).toBeGreaterThan(0);
    expect(await rotate(`${next},${lookAlike}`)).toBeGreaterThan(0);
    expect(createVault(next).decrypt(await secretNow())).toBe('open-sesame');
    expect(await rotate(`${next},${lookAlike}`)).toBe(0);
    await rotate(`${encryptionKeys},${next}`);
    expect(started.webhook.vault.decrypt(await secretNow())).toBe('open-sesame');
  });

  it('stay as they are when their key is gone, also beside others that can be read', async () => {
    const lost = await endpointWith('lost');
    await rotate(`${lookAlike},${encryptionKeys}`);
    const before = await lost.secretNow();
    const { secretNow } = await endpointWith('found');
    expect(await rotate(`${next},${encryptionKeys}`)).toBe(1);
    expect(await lost.secretNow()).toBe(before);
    expect(createVault(next).decrypt(await secretNow())).toBe('found');
    expect(started.stack.log.lines().find(({ id }) => id === lost.id)).toMatchObject({ table: 'endpoints' });
    await rotate(`${encryptionKeys},${next},${lookAlike}`);
  });

  it('of deleted endpoints are gone and not looked for', async () => {
    const { id, user } = await endpointWith('gone');
    await started.send('DELETE', `/webhooks/endpoints/${id}`, { as: user });
    await rotate(`${next},${encryptionKeys}`);
    expect(started.stack.log.lines().filter((line) => line['id'] === id)).toEqual([]);
    await rotate(`${encryptionKeys},${next}`);
  });
});
