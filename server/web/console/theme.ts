import { createTheme } from '@mantine/core';

/** Fonts of the visitor's own system: nothing is fetched from elsewhere. */
export const theme = createTheme({
  primaryColor: 'indigo',
  defaultRadius: 'md',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
});
