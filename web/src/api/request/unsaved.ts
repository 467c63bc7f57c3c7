import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The number of mounted forms with unsaved changes, and the state of the question before they are lost. */
const slice = createSlice({
  name: 'unsaved',
  initialState: {
    forms: 0,
    /** The page is being left and none of the changes can be saved any more. */
    isGivenUp: false,
    /** Whether the question is open, and its last answer. */
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
    /** The page was not left after all. */
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
