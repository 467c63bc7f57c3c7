import type { GenericContainer as Container } from 'testcontainers';
import type { Server } from './server.ts';

type ContainerSpec = {
  name: string;
  image: string;
  port: number;
  environment?: Record<string, string>;
  command: string[];
  ready: RegExp;
  /** How often the line must appear until the server is really ready. */
  times?: number;
  url: (address: string) => string;
  tried: string[];
};

const prepare = async (spec: ContainerSpec): Promise<Container> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  return new GenericContainer(spec.image)
    .withEnvironment(spec.environment ?? {})
    .withExposedPorts(spec.port)
    .withCommand(spec.command)
    .withWaitStrategy(Wait.forLogMessage(spec.ready, spec.times ?? 1));
};

/** The fallback: a container, when a Docker engine is available. The data lives as long as the container. */
const startContainer = async (spec: ContainerSpec): Promise<Server> => {
  try {
    const container = await (await prepare(spec)).start();
    const address = `${container.getHost()}:${container.getMappedPort(spec.port)}`;
    return {
      url: spec.url(address),
      pid: undefined,
      stop: async () => void (await container.stop()),
      kill: async () => void (await container.stop({ timeout: 0, remove: false })),
      restart: () => container.restart(),
    };
  } catch (error) {
    const tried = [...spec.tried, `Docker (${(error as Error).message})`].join('; ');
    throw new Error(`${spec.name} was found nowhere. Tried: ${tried}`, { cause: error });
  }
};

export const startPostgresContainer = ({ tried }: { tried: string[] }): Promise<Server> =>
  startContainer({
    name: 'Postgres',
    image: 'postgres:18-alpine',
    port: 5432,
    environment: { POSTGRES_USER: 'tessera', POSTGRES_HOST_AUTH_METHOD: 'trust' },
    command: ['postgres', '-c', 'max_connections=300'],
    ready: /ready to accept connections/,
    times: 2,
    url: (address) => `postgres://tessera@${address}/postgres`,
    tried,
  });

export const startRedisContainer = ({ tried }: { tried: string[] }): Promise<Server> =>
  startContainer({
    name: 'Redis',
    image: 'redis:7-alpine',
    port: 6379,
    command: ['redis-server', '--appendonly', 'yes'],
    ready: /Ready to accept connections/,
    url: (address) => `redis://${address}`,
    tried,
  });

export const startNatsContainer = ({ tried }: { tried: string[] }): Promise<Server> =>
  startContainer({
    name: 'NATS',
    image: 'nats:2.14-alpine',
    port: 4222,
    command: ['-js'],
    ready: /Server is ready/,
    url: (address) => `nats://${address}`,
    tried,
  });
