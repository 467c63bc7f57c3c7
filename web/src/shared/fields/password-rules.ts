import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { newPassword } from '@tessera/proto/api/identity/sign-up';
import { t } from '../../i18n/t.ts';

type Rules = Pick<PublicOptions['emailAndPassword'], 'minPasswordLength' | 'maxPasswordLength'>;

/** The schema of valid passwords in this installation. */
export const passwordShape = ({ minPasswordLength, maxPasswordLength }: Rules) =>
  newPassword({ least: minPasswordLength, most: maxPasswordLength });

/** The same as a hint below the field. */
export const passwordHint = ({ minPasswordLength, maxPasswordLength }: Rules): string =>
  t('shared:toCharacters', { minPasswordLength, maxPasswordLength });
