/** Checks a screen with axe, in light and in dark. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './larder.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose findings depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Rows of a table or list after the twelfth. They repeat the rows above, and axe takes long for each. */
const FURTHER_ROWS = [
  'main tbody tr:nth-child(n+13)',
  'main li:nth-child(n+13)',
  'main [role=listitem]:nth-child(n+13)',
]

/**
 * Makes an axe run that describes violations only and needs no second page. Describing every passed element takes
 * twice as long as checking it. Legacy mode leaves out only frames of another origin, which the screens do not have.
 */
function axeOf(page: Page, within: string | undefined): AxeBuilder {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  if (within !== undefined) axe.include(within)
  for (const rows of FURTHER_ROWS) axe.exclude(rows)
  return axe
}

/**
 * Expects that axe finds nothing on the screen in light, and nothing against its colours in dark. Only colours change.
 * @param within only this part, which is faster; other checks cover the rest of the screen
 */
export async function expectAccessible(page: Page, screen: string, within?: string): Promise<void> {
  // A click may have scrolled a table sideways. A head that is partly under the first column counts as too
  // small.
  await page.evaluate(() => {
    for (const table of document.querySelectorAll('table')) table.parentElement!.scrollLeft = 0
  })
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    // An element that is still fading in has other colours than the person reads.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    const axe = axeOf(page, within)
    const { violations } = await (
      scheme === 'light' ? axe.withTags(WCAG) : axe.withRules(COLOUR_RULES)
    ).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    expect.soft(found, `${screen}, ${scheme}`).toEqual([])
  }
}
