import type { CSSVariablesResolver, MantineTheme } from '@mantine/core';

/**
 * Where the library's own choices are too pale to read, or where the product has surfaces of its own:
 * `--assay-canvas` lies behind the cards, whose colour is the library's "body".
 */
export const variables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    '--mantine-color-text': theme.black,
    '--mantine-color-placeholder': '#69758a',
    '--mantine-color-dimmed': theme.colors.gray[6],
    '--mantine-color-error': theme.colors.red[7],
    '--mantine-color-default-border': theme.colors.gray[3],
    '--assay-canvas': theme.colors.gray[0],
    '--assay-line': theme.colors.gray[2],
    '--assay-hover': theme.colors.gray[1],
    '--assay-muted': theme.colors.gray[1],
  },
  dark: {
    ...tintedInDark(theme),
    // What menus write destructive items in, and charts draw with, whatever the scheme.
    '--mantine-color-red-6': '#ea6b61',
    '--mantine-color-teal-6': theme.colors.teal[5],
    '--mantine-color-body': theme.colors.dark[7],
    '--mantine-color-placeholder': theme.colors.dark[3],
    '--mantine-color-dimmed': theme.colors.dark[2],
    '--mantine-color-error': theme.colors.red[4],
    '--mantine-color-success': theme.colors.teal[4],
    '--mantine-color-default-border': theme.colors.dark[4],
    '--assay-canvas': theme.colors.dark[8],
    '--assay-line': theme.colors.dark[5],
    '--assay-hover': theme.colors.dark[6],
    '--assay-muted': theme.colors.dark[6],
  },
});

/** Badges and the like: the library's own tints are nearly black on dark cards. */
function tintedInDark({ colors }: MantineTheme): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colors)
      .filter(([name]) => name !== 'dark')
      .flatMap(([name, shades]) => [
        [`--mantine-color-${name}-light`, `color-mix(in srgb, ${shades[5]} 20%, ${colors.dark[7]})`],
        [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, ${shades[5]} 28%, ${colors.dark[7]})`],
        [`--mantine-color-${name}-light-color`, shades[2]],
      ]),
  );
}
