/** Paper is white: printing from the dark scheme uses the light one for as long as that takes. */
export function printInLight(page: Window): void {
  const root = page.document.documentElement;
  let before: string | undefined;
  page.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) {
      before = root.dataset.mantineColorScheme;
      root.dataset.mantineColorScheme = 'light';
    } else if (before) {
      root.dataset.mantineColorScheme = before;
      before = undefined;
    }
  });
}
