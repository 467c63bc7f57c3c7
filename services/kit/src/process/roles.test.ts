import { userCreated } from '@tessera/proto/events/identity';
import { uuidv7 } from 'uuidv7';
import { eventually } from '../../test/eventually.ts';
import { type Stack, startStack } from '../../test/stack.ts';
import { onWake, wakeAfterCommit } from '../background/wake.ts';
import { openDatabase } from '../database/data-source.ts';
import { type Bus, connectBus } from '../events/bus.ts';
import { emit, outboxMigration, transact } from '../events/outbox.ts';
import { allRoles, takeRoles } from './roles.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ service: 'kit', entities: [], migrations: [outboxMigration] });
});
afterAll(() => stack.stop());

/** Connections of a process of its own. */
const connectProcess = async (name: string) => {
  const { databaseUrl: url, log, metrics } = stack;
  const db = await openDatabase({ url, pool: 2, entities: [], migrations: [], log: log.logger });
  const bus = await connectBus({ url: stack.natsUrl, service: 'kit', log: log.logger, metrics });
  stack.own({ stop: () => db.destroy() });
  stack.own({ stop: () => bus.close() });
  return { name, db, bus };
};

describe('the roles of a process', () => {
  it('are both unless it is told otherwise', async () => {
    expect(await takeRoles({ WORKER_MODE: 'shared' }, await connectProcess('one'))).toEqual(allRoles);
    expect(await takeRoles({ WORKER_MODE: 'server' }, await connectProcess('one'))).toEqual({
      serves: true,
      works: false,
    });
  });

  it('have work done elsewhere that one leaves which serves alone, once it is committed', async () => {
    const [server, worker] = [await connectProcess('other'), await connectProcess('other')];
    await takeRoles({ WORKER_MODE: 'server' }, server);
    await takeRoles({ WORKER_MODE: 'shared' }, worker);
    const woken: string[] = [];
    for (const work of ['letters', 'parcels', 'outbox']) onWake(worker.db, work, () => void woken.push(work));
    const refused = transact(server.db, async (em) => {
      wakeAfterCommit(em, 'parcels');
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    await transact(server.db, async (em) => {
      wakeAfterCommit(em, 'letters');
      await emit(em, userCreated, { user: { id: uuidv7() } });
    });
    await eventually(() => expect(woken).toEqual(['letters', 'outbox']));
  });

  it('leave a commit what it is where nobody can be told of its work', async () => {
    const server = await connectProcess('third');
    const broadcast: Bus['broadcast'] = () => {
      throw new Error('closed connection');
    };
    await takeRoles({ WORKER_MODE: 'server' }, { ...server, bus: { ...server.bus, broadcast } });
    const written = transact(server.db, async (em) => {
      wakeAfterCommit(em, 'letters');
      return 'written';
    });
    expect(await written).toBe('written');
  });
});
