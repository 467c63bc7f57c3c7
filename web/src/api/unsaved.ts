import { createSlice } from '@reduxjs/toolkit';

/** How many forms on the screen hold something that was typed and not saved. */
const slice = createSlice({
  name: 'unsaved',
  initialState: { forms: 0 },
  reducers: {
    formHeld: (state) => {
      state.forms += 1;
    },
    formReleased: (state) => {
      state.forms -= 1;
    },
  },
  selectors: { selectHasUnsaved: ({ forms }) => forms > 0 },
});

export const { formHeld, formReleased } = slice.actions;
export const { selectHasUnsaved } = slice.selectors;
export const unsavedSlice = slice;
