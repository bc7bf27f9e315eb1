import type { MantineColorsTuple } from '@mantine/core';

// Ten shades each, light to dark. Shade 9 on shade 1, and white on shade 7, keep at least 4.5 : 1.

/** Ink: the product's own colour. */
const indigo: MantineColorsTuple = [
  '#f2f3fe',
  '#e5e8fd',
  '#cdd3fb',
  '#abb4f6',
  '#8a96f0',
  '#6f7be8',
  '#5a65de',
  '#4852cc',
  '#3c44a6',
  '#303680',
];

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e5e8ed',
  '#d6dbe2',
  '#bfc7d1',
  '#929dac',
  '#616d7e',
  '#465263',
  '#2c3645',
  '#18202c',
];

const dark: MantineColorsTuple = [
  '#dde2ea',
  '#b9c1cd',
  '#98a3b3',
  '#8590a1',
  '#353e4c',
  '#29313d',
  '#1f2630',
  '#191f28',
  '#12171e',
  '#0c1015',
];

const red: MantineColorsTuple = [
  '#fef3f2',
  '#fde5e3',
  '#fbcfcb',
  '#f7aea7',
  '#f0837a',
  '#e55a50',
  '#d03a30',
  '#b32c24',
  '#932721',
  '#741f1b',
];

const orange: MantineColorsTuple = [
  '#fff6ed',
  '#ffead5',
  '#fdd3ab',
  '#fbb374',
  '#f78b3e',
  '#ec6f1a',
  '#d2590f',
  '#ad4510',
  '#8b3814',
  '#6b2c12',
];

const yellow: MantineColorsTuple = [
  '#fefaea',
  '#fdf2c6',
  '#fbe490',
  '#f6cf51',
  '#eeb725',
  '#d99c11',
  '#b7790b',
  '#915a0d',
  '#754711',
  '#5c3810',
];

const green: MantineColorsTuple = [
  '#effbf3',
  '#dbf5e3',
  '#b9eaca',
  '#89d9a7',
  '#55c180',
  '#2fa562',
  '#1f884e',
  '#1a6d41',
  '#185636',
  '#14452c',
];

const teal: MantineColorsTuple = [
  '#eefbf9',
  '#d3f4ef',
  '#a9e8e0',
  '#74d5cb',
  '#41bab0',
  '#259d94',
  '#1a7f79',
  '#186763',
  '#17514f',
  '#134040',
];

const blue: MantineColorsTuple = [
  '#eff6ff',
  '#ddebfe',
  '#c0dafd',
  '#94c1fb',
  '#62a1f6',
  '#3e81ef',
  '#2a66db',
  '#2453b4',
  '#22468f',
  '#1d386f',
];

export const colours = { indigo, gray, dark, red, orange, yellow, green, teal, blue };
