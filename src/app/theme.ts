/** The look: one brick red and its scale, contrast checked against both backgrounds, the system's own fonts. */
import { PRIMARY_COLOUR } from '#contract/spec.ts'
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** A348's colour at step 7 (7.0:1 under white text), the rest the same hue lighter and darker. */
const brick: MantineColorsTuple = [
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

const FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

export const theme = createTheme({
  colors: { brick },
  primaryColor: 'brick',
  primaryShade: 7,
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A dialog's head is no banner of the page, although Mantine makes it a <header>.
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } } },
  },
})

/**
 * Mantine's grey, placeholder and error texts fall below 4.5:1 (toolchain, "Traps"), so they are set here, together
 * with the edge of what is typed into (3:1, WCAG 1.4.11) and the meanings that every screen shares: ok, info, warn and act, each as a background and the text upon it (≥ 7:1).
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#4a525a',
    '--mantine-color-placeholder': '#646c74',
    '--mantine-color-error': '#a3170f',
    '--mantine-color-anchor': '#8a2a21',
    '--larder-surface': '#ffffff',
    '--larder-page': '#f6f5f3',
    '--larder-line': '#d9d6d1',
    '--larder-edge': '#767d84',
    '--larder-stripe': '#faf9f7',
    '--larder-hover': '#f3efe9',
    '--larder-ok': '#dcf3e1',
    '--larder-ok-text': '#0f4d24',
    '--larder-info': '#dcebfb',
    '--larder-info-text': '#0b4275',
    '--larder-warn': '#fdefc4',
    '--larder-warn-text': '#5c4000',
    '--larder-act': '#fde0dd',
    '--larder-act-text': '#82130c',
    '--larder-plain': '#ebe9e5',
    '--larder-plain-text': '#3d4248',
  },
  dark: {
    '--mantine-color-dimmed': '#b4bbc2',
    '--mantine-color-placeholder': '#98a0a8',
    '--mantine-color-error': '#ffaaa1',
    '--mantine-color-anchor': '#eda9a3',
    '--larder-surface': '#242424',
    '--larder-page': '#1a1a1a',
    '--larder-line': '#454545',
    '--larder-edge': '#868d94',
    '--larder-stripe': '#2a2a2a',
    '--larder-hover': '#323232',
    '--larder-ok': '#143c22',
    '--larder-ok-text': '#b5efc6',
    '--larder-info': '#12365c',
    '--larder-info-text': '#c0dfff',
    '--larder-warn': '#453500',
    '--larder-warn-text': '#ffe08a',
    '--larder-act': '#5a1510',
    '--larder-act-text': '#ffd3ce',
    '--larder-plain': '#3a3a3a',
    '--larder-plain-text': '#e0e0e0',
  },
})
