/** What axe says of a screen, light and dark. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './larder.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What axe holds against the screen, with where; then, in the dark, against its colours, which alone change.
 * @param within only this part, which makes it quick: what lies around it is looked at elsewhere
 */
export async function expectAccessible(page: Page, screen: string, within?: string): Promise<void> {
  const look = (scheme: 'light' | 'dark') => {
    const axe = new AxeBuilder({ page })
    if (within !== undefined) axe.include(within)
    return scheme === 'light' ? axe.withTags(WCAG) : axe.withRules(['color-contrast', 'link-in-text-block'])
  }
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    // What is still fading in has other colours than what a person reads.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    const { violations } = await look(scheme).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    expect.soft(found, `${screen}, ${scheme}`).toEqual([])
  }
}
