import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

/** The storage key and values of the chosen theme (specification, constants: themes). */
const THEME_KEY = 'user-theme'
const STORED = { light: 'light-theme', dark: 'dark-theme' } as const

const readTheme = (): 'light' | 'dark' | null => {
  const theme = globalThis.localStorage?.getItem(THEME_KEY)
  return theme === STORED.light ? 'light' : theme === STORED.dark ? 'dark' : null
}

/** Stores the chosen theme under `user-theme`; by default the system's preference applies (`auto`). */
export function colorSchemeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined
  const stop = (): void => {
    if (listener) window.removeEventListener('storage', listener)
  }
  return {
    get: () => readTheme() ?? 'auto',
    set: (value: MantineColorScheme) => {
      if (value === 'auto') localStorage.removeItem(THEME_KEY)
      else localStorage.setItem(THEME_KEY, STORED[value])
    },
    subscribe: (onUpdate) => {
      listener = (event) => {
        if (event.key === THEME_KEY) onUpdate(readTheme() ?? 'auto')
      }
      window.addEventListener('storage', listener)
    },
    unsubscribe: stop,
    clear: () => localStorage.removeItem(THEME_KEY),
  }
}

/** The theme for the first paint, before the component library is loaded. */
export function currentScheme(): 'light' | 'dark' {
  return readTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}
