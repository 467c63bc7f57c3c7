import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../api/request/base.ts';
import { sessionExpirySlice } from '../api/request/session-expiry.ts';
import { unsavedSlice } from '../api/request/unsaved.ts';

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
