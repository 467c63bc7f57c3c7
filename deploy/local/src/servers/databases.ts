import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** The URL of one database of a server. */
export const databaseUrl = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

const connect = async (url: string): Promise<Client> => {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (attempt === 20)
        throw new Error(`Postgres cannot be reached: ${(error as Error).message}`, { cause: error });
      await delay(250);
    }
  }
};

/** Creates the databases that do not exist yet. */
export const createDatabases = async (serverUrl: string, names: readonly string[]): Promise<void> => {
  const client = await connect(serverUrl);
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const present = new Set(rows.map(({ datname }) => datname));
    for (const name of names.filter((name) => !present.has(name))) {
      await client.query(`create database ${client.escapeIdentifier(name)}`);
    }
  } finally {
    await client.end();
  }
};
