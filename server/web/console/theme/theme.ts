import {
  ActionIcon,
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  createTheme,
  Drawer,
  Input,
  Menu,
  Modal,
  NavLink,
  Notification,
  Paper,
  Table,
  Tabs,
  Tooltip,
} from '@mantine/core';
import { common } from '../texts/common.ts';
import { colours } from './colours.ts';

const inter = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** Buttons that show a cross only. */
const named = { 'aria-label': common.close };

/** The look of the whole product; single pages add layout only. The typeface comes with the console. */
export const theme = createTheme({
  colors: colours,
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  black: '#18202c',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: inter,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  fontWeights: { regular: '400', medium: '550', bold: '650' },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.55', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: inter,
    fontWeight: '640',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Alert: Alert.extend({ defaultProps: { variant: 'light', radius: 'md' } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm', size: 'md' },
      styles: {
        root: {
          textTransform: 'none',
          fontWeight: 550,
          letterSpacing: 0,
          flexShrink: 0,
          minWidth: 'max-content',
        },
      },
    }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Card: Card.extend({ defaultProps: { withBorder: true, padding: 'lg' } }),
    Drawer: Drawer.extend({
      defaultProps: { padding: 'lg', closeButtonProps: named },
      styles: { title: { fontWeight: 640, fontSize: '1.0625rem' } },
    }),
    InputWrapper: Input.Wrapper.extend({
      styles: { label: { marginBottom: 4 }, description: { marginBottom: 6 } },
    }),
    Menu: Menu.extend({
      // The placeholder is a stranger among the menu's items, which assistive technology trips over.
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        radius: 'md',
        withInitialFocusPlaceholder: false,
      },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        closeButtonProps: named,
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
      },
      styles: { title: { fontWeight: 640, fontSize: '1.0625rem' } },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: named, radius: 'md' } }),
    NavLink: NavLink.extend({ defaultProps: { variant: 'light' } }),
    Paper: Paper.extend({ defaultProps: { radius: 'md' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    Tooltip: Tooltip.extend({
      defaultProps: {
        openDelay: 250,
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: true },
      },
    }),
  },
});
