/** All routes of `/v1/oauth2`. */
import { Router } from '@tessera/kit/http/router';
import type { OrganizationParts } from '../organization.ts';
import { authorizationRoutes } from './authorization/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';

export const oauthRoutes = (parts: OrganizationParts): Router =>
  Router().use(clientRoutes(parts)).use(authorizationRoutes(parts)).use(tokenRoutes(parts));
