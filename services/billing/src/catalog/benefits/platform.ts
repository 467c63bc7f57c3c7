/** Which benefits live on another platform, and what they give there. Pure. */
import type { Place, PlatformName } from '../../platforms/platform.ts';
import type { BenefitRow } from './entity.ts';

/** The platform on which a benefit lives; null: none. */
export const platformOf = ({ type }: Pick<BenefitRow, 'type'>): PlatformName | null => {
  if (type === 'discord') return 'discord';
  return type === 'github_repository' ? 'github' : null;
};

/** What a benefit gives on its platform; null: it lives on none. */
export const placeOf = (benefit: BenefitRow): Place | null => {
  if (benefit.type === 'discord') {
    const { guildId, roleId } = benefit.properties;
    return { guildId, roleId };
  }
  return benefit.type === 'github_repository' ? benefit.properties : null;
};
