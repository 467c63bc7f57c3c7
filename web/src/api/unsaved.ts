import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** How many forms on the screen hold something that was typed and not saved, and what is asked before it is lost. */
const slice = createSlice({
  name: 'unsaved',
  initialState: {
    forms: 0,
    /** The page is being left and nothing of it can be saved any more. */
    isGivenUp: false,
    /** Whether somebody is just asked, and what they answered last. */
    isAsked: false,
    mayLeave: null as boolean | null,
  },
  reducers: {
    formHeld: (state) => {
      state.forms += 1;
      state.isGivenUp = false;
    },
    formReleased: (state) => {
      state.forms -= 1;
    },
    unsavedGivenUp: (state) => {
      state.isGivenUp = true;
    },
    /** It was not left after all. */
    unsavedKept: (state) => {
      state.isGivenUp = false;
    },
    leaveAsked: (state) => {
      state.isAsked = true;
      state.mayLeave = null;
    },
    leaveAnswered: (state, { payload }: PayloadAction<boolean>) => {
      state.isAsked = false;
      state.mayLeave = payload;
    },
  },
  selectors: {
    selectHasUnsaved: ({ forms, isGivenUp }) => forms > 0 && !isGivenUp,
    selectIsLeaveAsked: ({ isAsked }) => isAsked,
    selectMayLeave: ({ mayLeave }) => mayLeave,
  },
});

export const { formHeld, formReleased, unsavedGivenUp, unsavedKept, leaveAsked, leaveAnswered } =
  slice.actions;
export const { selectHasUnsaved, selectIsLeaveAsked, selectMayLeave } = slice.selectors;
export const unsavedSlice = slice;
