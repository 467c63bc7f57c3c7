import { createSlice } from '@reduxjs/toolkit';

/** Whether the server has rejected the session during work; only the browser knows this. */
const slice = createSlice({
  name: 'sessionExpiry',
  initialState: { isExpired: false },
  reducers: {
    sessionExpired: (state) => {
      state.isExpired = true;
    },
    sessionOpened: (state) => {
      state.isExpired = false;
    },
  },
  selectors: { selectIsSessionExpired: ({ isExpired }) => isExpired },
});

export const { sessionExpired, sessionOpened } = slice.actions;
export const { selectIsSessionExpired } = slice.selectors;
export const sessionExpirySlice = slice;
