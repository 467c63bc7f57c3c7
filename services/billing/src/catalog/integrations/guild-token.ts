/** Signed tokens for Discord servers (guilds), bound to the organization whose seller added the bot. */
import type { Signer } from '../../files/storage/signing.ts';

const fieldsOf = (organizationId: string, guildId: string) => ['discord guild', organizationId, guildId];

export const createGuildToken = async (
  signer: Signer,
  organizationId: string,
  guildId: string,
): Promise<string> => `${guildId}.${await signer.sign(fieldsOf(organizationId, guildId))}`;

/** The guild id of a token, or null when the token was not issued here for this organization. */
export const readGuildToken = async (
  signer: Signer,
  organizationId: string,
  token: string,
): Promise<string | null> => {
  const [guildId = '', signature = ''] = token.split('.');
  return (await signer.verify(fieldsOf(organizationId, guildId), signature)) ? guildId : null;
};
