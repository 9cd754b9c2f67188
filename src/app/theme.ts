/**
 * The theme for Mantine: the tokens as CSS variables, and its components adapted to "The visual system" (decision
 * 0076).
 */
// oxlint-disable-next-line no-restricted-imports -- its colours
import { Button, createTheme, type CSSVariablesResolver } from '@mantine/core'
import { scales, tokens } from './tokens.ts'

/**
 * Inter loads after the first paint (font.ts). The two fonts between have its measures, so that nothing moves then
 * (font.css).
 */
const FONT =
  'Inter, "Inter as Arial", "Inter as Roboto", system-ui, -apple-system, "Segoe UI", "Helvetica Neue", sans-serif'

/** Gives a checked or chosen control the accent's colour, and a mark upon it that is also visible by night. */
const marked = (mark: string) => () => ({ root: { [mark]: 'var(--larder-on-accent)' } })

/** The filled button, which is the main action. */
const FILLED = {
  '--button-bg': 'var(--larder-brand)',
  '--button-hover': 'var(--larder-brand-hover)',
  '--button-color': 'var(--larder-on-brand)',
}
/** A button that is chosen among others. */
const PRESSED = {
  '--button-bg': 'var(--larder-accent)',
  '--button-hover': 'var(--larder-accent)',
  '--button-color': 'var(--larder-on-accent)',
}

export const theme = createTheme({
  colors: scales,
  // For links, rings, selection and all checked controls. The brand's red is only for the main action.
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  black: tokens.light.text,
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650' },
  // For the office with a mouse: 14/20, its titles 22. Touch sizes are in global.css, the floor's beside its
  // screens.
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '22px' },
  lineHeights: { md: '1.43' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { sm: '4px', md: '6px', lg: '12px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      vars: (_theme, { color, variant, ...rest }) => {
        if (color !== undefined || (variant !== undefined && variant !== 'filled')) return { root: {} }
        return { root: 'aria-pressed' in rest ? PRESSED : FILLED }
      },
    }),
    Checkbox: { vars: marked('--checkbox-icon-color') },
    Stepper: { vars: marked('--stepper-icon-color') },
    // A dialog's head is no banner of the page, although Mantine makes it a <header>.
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } } },
  },
})

/**
 * Our values of Mantine's own variables: its grey, placeholder and error texts fall below 4.5:1 (toolchain, "Traps").
 */
const OURS = {
  '--mantine-color-text': 'var(--larder-text)',
  '--mantine-color-dimmed': 'var(--larder-dimmed)',
  '--mantine-color-placeholder': 'var(--larder-placeholder)',
  '--mantine-color-error': 'var(--larder-danger)',
  '--mantine-color-anchor': 'var(--larder-accent)',
  '--mantine-color-disabled': 'var(--larder-plain)',
  '--mantine-color-disabled-color': 'var(--larder-dimmed)',
}

const variablesOf = (scheme: keyof typeof tokens): Record<string, string> => ({
  ...OURS,
  ...Object.fromEntries(
    Object.entries(tokens[scheme]).map(([token, colour]) => [`--larder-${token}`, colour]),
  ),
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf('light'),
  dark: variablesOf('dark'),
})
