import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { newPassword } from '@tessera/proto/api/identity/sign-up';
import { t } from '../../i18n/t.ts';

type Rules = Pick<PublicOptions['emailAndPassword'], 'minPasswordLength' | 'maxPasswordLength'>;

/** The shape of a password that may be chosen here. */
export const passwordShape = ({ minPasswordLength, maxPasswordLength }: Rules) =>
  newPassword({ least: minPasswordLength, most: maxPasswordLength });

/** The same in words, below the field. */
export const passwordHint = ({ minPasswordLength, maxPasswordLength }: Rules): string =>
  t('shared:toCharacters', { minPasswordLength, maxPasswordLength });
