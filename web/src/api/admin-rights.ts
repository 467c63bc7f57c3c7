import { HasPermissionReply } from '@tessera/proto/api/identity/admin';
import { t } from '../i18n/t.ts';
import { api, authReply } from './base.ts';

/** What roles can grant to those who look after accounts. */
type Right =
  | ['user', 'create' | 'list' | 'set-role' | 'ban' | 'impersonate' | 'delete' | 'set-password']
  | ['session', 'list' | 'revoke'];

const rights = api.injectEndpoints({
  endpoints: (build) => ({
    hasRight: build.query<boolean, { resource: string; action: string }>({
      query: ({ resource, action }) => ({
        url: '/auth/admin/has-permission',
        method: 'POST',
        body: { permissions: { [resource]: [action] } },
      }),
      transformResponse: (reply) => readReply(reply).success,
      providesTags: ['OwnRight'],
    }),
  }),
});

const readReply = authReply(HasPermissionReply);

/** Whether the person may do this, by whatever roles they have; `data` is absent until that is known. */
export const useRight = (...[resource, action]: Right) => rights.useHasRightQuery({ resource, action });

/** Why the person may not do this; null when they may, and until that is known. */
export const useRightRefusal = (what: string, ...right: Right): string | null =>
  useRight(...right).data === false ? t('shared:yourRoleDoesNotLet', { what }) : null;
