import { HasPermissionReply } from '@tessera/proto/api/identity/admin';
import { t } from '../../i18n/t.ts';
import { api, authReply } from '../request/base.ts';

/** Permissions that roles grant to administrators of accounts. */
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

/** Whether the user's roles allow this; `data` is undefined until known. */
export const useRight = (...[resource, action]: Right) => rights.useHasRightQuery({ resource, action });

/** Why the user may not do this; null when allowed, and until known. */
export const useRightRefusal = (what: string, ...right: Right): string | null =>
  useRight(...right).data === false ? t('shared:yourRoleDoesNotLet', { what }) : null;
