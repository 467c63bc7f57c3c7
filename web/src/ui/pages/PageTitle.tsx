/** Sets the browser tab's title. React moves it into the head. */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} · Tessera`}</title>;
