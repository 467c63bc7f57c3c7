/** Runs with each file of page tests: nothing of one test or file may reach the next one of the process. */
import { jest } from '@jest/globals';
import { notifications } from '@mantine/notifications';
import { cleanup } from '@testing-library/react';
import { stopTimers } from './browser.ts';
import { speak } from './language.ts';
import { endTest } from './test-end.ts';

afterEach(() => {
  cleanup();
  notifications.clean();
  notifications.cleanQueue();
  try {
    endTest();
  } finally {
    // Mantine keeps the one element in which it opens dialogs and menus.
    for (const left of Array.from(document.body.children)) if (!left.matches('[data-portal]')) left.remove();
  }
});

afterAll(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  stopTimers();
  document.head.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  await speak('en-US');
});
