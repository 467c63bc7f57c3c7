/** Entry point of the gateway, the process in front of all services. */
import { connectBus } from '@tessera/kit/events/bus';
import { followClock } from '@tessera/kit/events/dev-clock';
import { operationsRoutes } from '@tessera/kit/http/app';
import { createPassportIssuer } from '@tessera/kit/http/passport';
import { createAccessLog } from '@tessera/kit/log';
import { runService } from '@tessera/kit/process/service';
import express from 'express';
import { createGatewayApp } from './app.ts';
import { GatewayEnv, readSettings } from './config.ts';
import { createGateway } from './gateway.ts';
import { boundConnections } from './limits/connections.ts';
import { refuseMissingPages } from './pages/web.ts';
import { refuseUpgrades } from './proxy/upgrade.ts';

await runService({
  name: 'gateway',
  env: GatewayEnv,
  start: async ({ env, log, clock, metrics, isDevelopment, own, listen }) => {
    // Before the bus is waited for: wrong settings are told at once.
    refuseMissingPages(env);
    const settings = readSettings(env);
    const mint = await createPassportIssuer(env.PASSPORT_PRIVATE_KEY);
    const bus = own(await connectBus({ url: env.NATS_URL, service: 'gateway', log, metrics }), ({ close }) =>
      close(),
    );
    if (isDevelopment) await followClock(bus, clock);
    const accessLog = createAccessLog({ service: 'gateway', level: env.LOG_LEVEL });
    const parts = { env, settings, mint, log, accessLog, clock, metrics, bus };
    const gateway = own(createGateway(parts), ({ close }) => close());
    const server = await listen(createGatewayApp(gateway, bus, env));
    boundConnections(server, { ...settings.connections, trustedProxies: settings.trustedProxies });
    if (!env.WEB_DEV_URL) refuseUpgrades(server);
    if (env.OPS_PORT === undefined) return;
    const operations = express().use(
      operationsRoutes({ metrics, checks: {}, dispensable: { bus: bus.check } }),
    );
    await listen(operations, env.OPS_PORT);
  },
});
