import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core'
import { componentDefaults } from './component-defaults.ts'

const tuple = (values: readonly string[]): MantineColorsTuple => values as unknown as MantineColorsTuple

const gray = tuple([
  '#f7f8fa',
  '#f2f4f7',
  '#e4e7ec',
  '#d0d5dd',
  '#b4bcc8',
  '#8b94a3',
  '#5b6472',
  '#3f4753',
  '#262c36',
  '#14181f',
])
const dark = tuple([
  '#e6e9ee',
  '#c3cad4',
  '#9aa4b2',
  '#667080',
  '#353d4a',
  '#272d37',
  '#1f242d',
  '#161a21',
  '#0e1116',
  '#090b0f',
])

/**
 * The component library in our design. Entries are plain objects, because `Button.extend()` would pull every component
 * into the initial download. Colors are custom properties, so the theme is the same for all brands and both schemes.
 */
export const theme: MantineThemeOverride = {
  primaryColor: 'brand',
  primaryShade: 6,
  autoContrast: false,
  white: '#ffffff',
  black: '#14181f',
  colors: { brand: tuple(Array.from({ length: 10 }, (_, index) => `var(--brand-${index})`)), gray, dark },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '0.75rem', sm: '0.84375rem', md: '0.84375rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h4: { fontSize: '0.84375rem', lineHeight: '1.45' },
      h5: { fontSize: '0.84375rem', lineHeight: '1.45' },
      h6: { fontSize: '0.75rem', lineHeight: '1.45' },
    },
  },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-3)',
    xl: 'var(--shadow-3)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: componentDefaults,
}

/** A library color's quiet look in one of our tones, so that a note is not louder than a badge that says the same. */
const quietly = (color: string, tone: 'bad' | 'info' | 'ok' | 'warn') => ({
  [`--mantine-color-${color}-light`]: `var(--${tone}-tint)`,
  [`--mantine-color-${color}-light-hover`]: `var(--${tone}-tint)`,
  [`--mantine-color-${color}-light-color`]: `var(--${tone}-text)`,
})

const common = {
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--bad-text)',
  '--mantine-color-success': 'var(--ok-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--raised)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-disabled': 'var(--raised)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--border)',
  '--mantine-primary-color-contrast': 'var(--brand-on-fill)',
  '--mantine-color-brand-filled': 'var(--brand-fill)',
  '--mantine-color-brand-filled-hover': 'var(--brand-fill-hover)',
  '--mantine-color-brand-light': 'var(--brand-tint)',
  '--mantine-color-brand-light-hover': 'var(--brand-tint-hover)',
  '--mantine-color-brand-light-color': 'var(--brand-text)',
  '--mantine-color-brand-text': 'var(--brand-text)',
  '--mantine-color-brand-outline': 'var(--brand-text)',
  '--mantine-color-brand-outline-hover': 'var(--brand-tint)',
  '--mantine-color-red-filled': 'var(--bad-solid)',
  '--mantine-color-red-filled-hover': 'color-mix(in oklab, var(--bad-solid), black 12%)',
  '--mantine-color-red-text': 'var(--bad-text)',
  ...quietly('red', 'bad'),
  ...quietly('yellow', 'warn'),
  ...quietly('orange', 'warn'),
  ...quietly('green', 'ok'),
  ...quietly('blue', 'info'),
  '--mantine-color-red-outline': 'var(--bad-text)',
}

/** Maps the library's variables to ours (tokens.css); both schemes use the same names. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: common, dark: common })
