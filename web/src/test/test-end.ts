/**
 * What is done when a test ends. Modules are loaded once per process, so those that tests share cannot register an
 * `afterEach` of their own: Jest would know it only in the first file.
 */

type End = () => void;

const ends: End[] = [];

/** Runs after the test that is running now, also if it fails. An error fails the test. */
export const atTestEnd = (end: End): void => void ends.push(end);

/** Runs what was registered, the latest first. */
export const endTest = (): void => {
  const errors: unknown[] = [];
  for (const end of ends.splice(0).reverse()) {
    try {
      end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
};
