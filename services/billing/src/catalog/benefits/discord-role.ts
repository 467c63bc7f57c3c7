/** Validates the role of a Discord benefit. Calls Discord, so it runs before any transaction. */
import { refuseField } from '@tessera/kit/errors';
import type { BenefitCreate, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { Billing } from '../../billing.ts';
import { PlatformFailure } from '../../platforms/http.ts';
import { readGuildToken } from '../integrations/guild-token.ts';
import { viewGuild } from '../integrations/service.ts';
import type { BenefitRow } from './entity.ts';

/**
 * Throws a validation error for a role that does not exist or that the bot cannot assign: otherwise the first grant
 * would fail. An unchanged role is not checked. When Discord is not available the role is accepted; the error then
 * shows on the grants.
 */
export const checkRole = async (
  { files, platforms: { discord } }: Pick<Billing, 'files' | 'platforms'>,
  organizationId: string,
  { body, has }: { body: BenefitCreate | BenefitUpdate; has?: BenefitRow['properties'] },
): Promise<void> => {
  if (body.type !== 'discord' || !body.properties || !discord) return;
  const { guildToken, roleId } = body.properties;
  const guildId = await readGuildToken(files.signer, organizationId, guildToken);
  if (guildId === null || (has && 'roleId' in has && has.guildId === guildId && has.roleId === roleId))
    return;
  const guild = await discord.findGuild(guildId).catch((failure: unknown) => {
    if (failure instanceof PlatformFailure) return undefined;
    throw failure;
  });
  if (guild === undefined) return;
  if (guild === null)
    throw refuseField(['body', 'properties', 'guild_token'], 'The bot is not in this server.');
  const role = viewGuild(guild, discord.botId).roles.find(({ id }) => id === roleId);
  const loc = ['body', 'properties', 'role_id'];
  if (!role) throw refuseField(loc, 'This role does not exist on this server.', 'invalid_role');
  if (!role.isAssignable)
    throw refuseField(
      loc,
      "The bot cannot assign this role. Move the bot's own role above it.",
      'invalid_role_position',
    );
};
