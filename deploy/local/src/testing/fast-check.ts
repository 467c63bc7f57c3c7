/** Runs before all tests of a worker, so that a failing property shows its cause, which Jest would not print. */
import fc from 'fast-check';

fc.configureGlobal({ includeErrorInReport: true });
