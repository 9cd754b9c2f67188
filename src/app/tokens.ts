/**
 * Every colour on screen has its name here, and no other file names one (`tests/colours.test.ts`). A token is the CSS
 * variable `--larder-…`; `tokens.test.ts` measures each text on its ground. The source is "The visual system"
 * (docs/decisions/0076): the customer's brand is red (A348), so red does not also mean "wrong", "focused" and "link".
 */
import { PRIMARY_COLOUR } from '#contract/spec.ts'
import type { MantineColorsTuple } from '@mantine/core'

/** Ten steps each, from the lightest to the darkest. Step 7 is the colour itself on a light page, step 3 on a dark one. */
const brand: MantineColorsTuple = [
  '#fbf2f1',
  '#f7e0de',
  '#edc3c0',
  '#e3a49e',
  '#d9827b',
  '#ce6157',
  '#c13f33',
  PRIMARY_COLOUR,
  '#8a2a21',
  '#6f221b',
]
const accent: MantineColorsTuple = [
  '#eef5fb',
  '#dbe9f5',
  '#b9d8f2',
  '#8fc4f0',
  '#5fa3da',
  '#3783bf',
  '#20669d',
  '#14507e',
  '#0f3f64',
  '#0b2e4a',
]
const danger: MantineColorsTuple = [
  '#fdf1f0',
  '#fde0dd',
  '#ffd3ce',
  '#ffaaa1',
  '#f47a6e',
  '#de4437',
  '#d3200f',
  '#b3261e',
  '#82130c',
  '#5a1510',
]
const amber: MantineColorsTuple = [
  '#fef8e3',
  '#fdefc4',
  '#ffe08a',
  '#f7c948',
  '#e8a200',
  '#b97f00',
  '#8f6200',
  '#765000',
  '#5c4000',
  '#453500',
]
const green: MantineColorsTuple = [
  '#eefaf1',
  '#dcf3e1',
  '#b5efc6',
  '#84d99d',
  '#4fbd73',
  '#1fa14a',
  '#1c7c3c',
  '#176630',
  '#0f4d24',
  '#143c22',
]
const blue: MantineColorsTuple = [
  '#eff6fe',
  '#dcebfb',
  '#c0dfff',
  '#90c2f5',
  '#5a9be6',
  '#1f6fd0',
  '#1a5aa9',
  '#134c8a',
  '#0b4275',
  '#12365c',
]

/** The scales that Mantine's components know by name. */
export const scales = { brand, accent, danger, amber, green, blue }

const WHITE = '#ffffff'
const BLACK = '#000000'

/** Tokens that are the same by day and by night. */
const always = {
  // The bar on floor and office screens, with a line of the brand below it; its content, and the content of
  // the customers' red bar.
  ink: '#22272b',
  'on-ink': WHITE,
  'ink-inset': '#14181b',
  'brand-line': brand[7],
  'bar-line': 'rgb(255 255 255 / 55%)',
  'bar-hover': 'rgb(255 255 255 / 14%)',
  'on-brand': WHITE,
  'brand-deep': brand[9],
  /** A main button of the floor: 8.6:1 under white, day and night. */
  'brand-floor': brand[8],
  /** A person must act now: a banner across the page, the pill in the bar. */
  alarm: danger[8],
  'on-alarm': WHITE,
  /** The answer to a scan, around the whole screen; the edge's style says it too. */
  'answer-match': green[5],
  'answer-wrong': danger[6],
  'answer-done': amber[4],
  'answer-weight': blue[5],
  'answer-unusual': '#9d3bd6',
  // Print, photographs and codes are on paper, whatever the screen's colours; a camera's picture is on black.
  paper: WHITE,
  'on-paper': BLACK,
  'paper-line': '#888888',
  'paper-dimmed': '#4a525a',
  camera: BLACK,
} as const

const light = {
  ...always,
  page: '#f6f5f3',
  surface: WHITE,
  text: '#16181a',
  dimmed: '#4a525a',
  placeholder: '#646c74',
  line: '#d9d6d1',
  /** The edge of a field or button: 3:1 (WCAG 1.4.11); on the floor 6:1. */
  edge: '#767d84',
  'edge-floor': '#5c636a',
  stripe: '#faf9f7',
  hover: '#f3efe9',
  chosen: accent[1],
  shadow: 'rgb(0 0 0 / 30%)',
  brand: brand[7],
  'brand-hover': brand[8],
  'brand-floor-line': brand[9],
  accent: accent[7],
  'on-accent': WHITE,
  focus: accent[7],
  danger: danger[7],
  /** A message about a fault, on the floor. */
  'danger-floor': danger[8],
  /** Progress, drawn as a bar. */
  done: green[6],
  // The meanings that every screen shares, each a ground and its text (7:1).
  ok: green[1],
  'ok-text': green[8],
  info: blue[1],
  'info-text': blue[8],
  warn: amber[1],
  'warn-text': amber[8],
  act: danger[1],
  'act-text': danger[8],
  plain: '#ebe9e5',
  'plain-text': '#3d4248',
  snack: '#1f2328',
  'snack-text': WHITE,
}

type Token = keyof typeof light

const dark: Record<Token, string> = {
  ...always,
  page: '#1a1a1a',
  surface: '#242424',
  text: '#e4e6e8',
  dimmed: '#b4bbc2',
  placeholder: '#98a0a8',
  line: '#454545',
  edge: '#868d94',
  'edge-floor': '#9aa2aa',
  stripe: '#2a2a2a',
  hover: '#323232',
  chosen: accent[8],
  shadow: 'rgb(0 0 0 / 60%)',
  brand: brand[6],
  'brand-hover': brand[7],
  'brand-floor-line': brand[4],
  accent: accent[3],
  'on-accent': accent[9],
  focus: accent[3],
  danger: danger[3],
  'danger-floor': danger[2],
  done: green[5],
  ok: green[9],
  'ok-text': green[2],
  info: blue[9],
  'info-text': blue[2],
  warn: amber[9],
  'warn-text': amber[2],
  act: danger[9],
  'act-text': danger[2],
  plain: '#3a3a3a',
  'plain-text': '#e0e0e0',
  snack: '#f1f1ef',
  'snack-text': '#16181a',
}

export const tokens: Record<'light' | 'dark', Record<Token, string>> = { light, dark }
