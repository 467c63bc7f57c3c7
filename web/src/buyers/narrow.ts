/** Normalizes full-width digits, letters and marks of East Asian keyboards: １２／３０ -> 12/30. */
export const narrow = (typed: string): string => typed.normalize('NFKC');
