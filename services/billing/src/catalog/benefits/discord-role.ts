/** Whether Discord has the role that a benefit is to give. Asked before any transaction. */
import { refuseField } from '@tessera/kit/errors';
import type { BenefitCreate, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import type { Billing } from '../../billing.ts';
import { PlatformFailure } from '../../platforms/http.ts';
import { readGuildToken } from '../integrations/guild-token.ts';
import { viewGuild } from '../integrations/service.ts';
import type { BenefitRow } from './entity.ts';

/**
 * Throws a refused field for a role that is not there, or that the bot may not give: else the first customer would find
 * out. A role that the benefit has already is not asked about, nor does anybody wait for a Discord that does not answer:
 * grants say then what is wrong.
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
  const role = viewGuild(guild).roles.find(({ id }) => id === roleId);
  const loc = ['body', 'properties', 'role_id'];
  if (!role) throw refuseField(loc, 'This role does not exist on this server.', 'invalid_role');
  if (!role.isAssignable)
    throw refuseField(
      loc,
      "The bot cannot assign this role. Move the bot's own role above it.",
      'invalid_role_position',
    );
};
