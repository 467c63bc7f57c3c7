import type { Migration } from '@tessera/kit/database';
import { inboxMigration } from '@tessera/kit/inbox';
import { outboxMigration } from '@tessera/kit/outbox';
import { webhooks } from './001-webhooks.ts';

export const migrations: Migration[] = [outboxMigration, inboxMigration, webhooks];
