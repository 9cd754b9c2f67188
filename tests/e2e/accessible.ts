/** What axe says of a screen, light and dark. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './larder.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose findings depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Rows of a table or list after the twelfth: they repeat the rows above, and axe takes its time for each. */
const FURTHER_ROWS = [
  'main tbody tr:nth-child(n+13)',
  'main li:nth-child(n+13)',
  'main [role=listitem]:nth-child(n+13)',
]

/**
 * An axe run that describes violations only and needs no second page: describing every passed element takes twice as
 * long as checking it. The screens hold no frame of another origin, which is all that the legacy mode leaves out.
 */
function axeOf(page: Page, within: string | undefined): AxeBuilder {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  if (within !== undefined) axe.include(within)
  for (const rows of FURTHER_ROWS) axe.exclude(rows)
  return axe
}

/**
 * Expects that axe finds nothing on the screen in light, and nothing against its colours in dark, which alone change.
 * @param within only this part, which is faster: what lies around it is checked elsewhere
 */
export async function expectAccessible(page: Page, screen: string, within?: string): Promise<void> {
  // A click may have scrolled a table sideways: a head that lies partly under the first column counts as too small.
  await page.evaluate(() => {
    for (const table of document.querySelectorAll('table')) table.parentElement!.scrollLeft = 0
  })
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    // What is still fading in has other colours than what a person reads.
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
