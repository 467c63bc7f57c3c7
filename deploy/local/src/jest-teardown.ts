const key = Symbol.for('tessera.tests.teardown');
type Holder = { [key]?: () => Promise<void> };

/** Jest loads setup and teardown as two modules of one process: what they share hangs on the process. */
export const keepForTeardown = (tearDown: () => Promise<void>): void => {
  (globalThis as Holder)[key] = tearDown;
};

/** Stops what the setup has started. */
export default async function tearDown(): Promise<void> {
  await (globalThis as Holder)[key]?.();
}
