/** The gateway: one process in front of all services. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectBus } from '@tessera/kit/bus';
import { ConfigError } from '@tessera/kit/config';
import { followClock } from '@tessera/kit/dev-clock';
import { operationsRoutes } from '@tessera/kit/http';
import { createAccessLog } from '@tessera/kit/log';
import { runService } from '@tessera/kit/service';
import express from 'express';
import { createGatewayApp } from './app.ts';
import { GatewayEnv } from './config.ts';
import { createGateway } from './gateway.ts';
import { refuseUpgrades } from './upgrade.ts';

/** Without its pages a gateway would answer all of them with 404. */
const refuseMissingPages = ({ WEB_ROOT, WEB_DEV_URL }: GatewayEnv): void => {
  if (WEB_ROOT === undefined || WEB_DEV_URL !== undefined) return;
  if (!existsSync(join(WEB_ROOT, 'index.html')))
    throw new ConfigError(`environment variable WEB_ROOT: there is no index.html in ${WEB_ROOT}`);
};

await runService({
  name: 'gateway',
  env: GatewayEnv,
  start: async ({ env, log, clock, metrics, isDevelopment, own, listen }) => {
    const bus = own(await connectBus({ url: env.NATS_URL, service: 'gateway', log, metrics }), ({ close }) =>
      close(),
    );
    if (isDevelopment) await followClock(bus, clock);
    const accessLog = createAccessLog({ service: 'gateway', level: env.LOG_LEVEL });
    refuseMissingPages(env);
    const gateway = own(await createGateway({ env, log, accessLog, clock, metrics, bus }), ({ close }) =>
      close(),
    );
    const server = await listen(createGatewayApp(gateway, bus, env));
    if (!env.WEB_DEV_URL) refuseUpgrades(server);
    if (env.OPS_PORT === undefined) return;
    const operations = express().use(operationsRoutes({ metrics, checks: { bus: bus.check } }));
    await listen(operations, env.OPS_PORT);
  },
});
