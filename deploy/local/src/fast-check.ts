/** Before all tests of a worker: a property that fails shows why, where Jest would print the error without its cause. */
import fc from 'fast-check';

fc.configureGlobal({ includeErrorInReport: true });
