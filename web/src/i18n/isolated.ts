/** Direction controls and isolates. */
const controls = /[\u202a-\u202e\u2066-\u2069]/;

/** A value of a text. Direction controls in it, as in a name that somebody chose, do not turn the text around it. */
export const isolated = (value: string): string => (controls.test(value) ? `\u2068${value}\u2069` : value);
