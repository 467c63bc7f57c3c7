const key = Symbol.for('tessera.tests.teardown');
type Holder = { [key]?: (() => Promise<void>)[] };

/** Jest loads setup and teardown as two modules of one process: they share state through `globalThis`. */
export const keepForTeardown = (tearDown: () => Promise<void>): void => {
  const holder = globalThis as Holder;
  holder[key] = [...(holder[key] ?? []), tearDown];
};

/** Stops what the setups started. */
export default async function tearDown(): Promise<void> {
  const holder = globalThis as Holder;
  const started = holder[key] ?? [];
  holder[key] = [];
  await Promise.all(started.map((stop) => stop()));
}
