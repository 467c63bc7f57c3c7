/** Digits and marks as keyboards of East Asia may write them, as others do: １２／３０ -> 12/30. */
export const narrow = (typed: string): string => typed.normalize('NFKC');
