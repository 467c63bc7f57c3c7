import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../api/base.ts';
import { sessionExpirySlice } from '../api/session-expiry.ts';
import { unsavedSlice } from '../api/unsaved.ts';

export const createStore = () => {
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      [sessionExpirySlice.reducerPath]: sessionExpirySlice.reducer,
      [unsavedSlice.reducerPath]: unsavedSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  setupListeners(store.dispatch);
  return store;
};
