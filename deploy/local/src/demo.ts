export type DemoOptions = { url: string; origin: string; say: (text: string) => void; signal?: AbortSignal };

/** Makes the demo seller. */
export const seedDemo = (_options: DemoOptions): Promise<string> => Promise.resolve('');
