/** Light or dark before the first paint. Mantine does the same a moment later, and goes on from there. */

/** Mantine's own key, so that both read the same choice. */
const KEY = 'mantine-color-scheme-value'

/** A browser that keeps nothing for this site refuses to be asked. */
function choice(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function showColourScheme(): void {
  const chosen = choice()
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['mantineColorScheme'] = dark ? 'dark' : 'light'
}
