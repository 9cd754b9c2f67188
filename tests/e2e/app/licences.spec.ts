/** The licences of the software in the app, as the build wrote them. */
import { expect, shared as test } from '../larder.ts'

test('the sign-in leads to the licences of all software in the app, which are on the device', async ({
  fresh,
}) => {
  const page = await fresh({ serviceWorker: true })
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Licences' })
  const opened = page.waitForEvent('popup')
  await link.click()
  const licences = await opened
  // A library of the page, one of its workers, one of the service worker, one that is hidden in another, a font.
  for (const name of [
    'react',
    '@undecaf/zbar-wasm',
    'workbox-precaching',
    'fontkit',
    '@fontsource-variable/inter',
  ])
    await expect(licences.locator('body')).toContainText(new RegExp(`^${name} [0-9.]+ \\(`, 'm'))
  for (const words of ['SIL OPEN FONT LICENSE', 'GNU LESSER GENERAL PUBLIC LICENSE', 'Apache License'])
    await expect(licences.locator('body')).toContainText(words)
  const kept = () =>
    page.evaluate(async () => (await caches.match('/licences.txt', { ignoreSearch: true })) !== undefined)
  await expect.poll(kept).toBe(true)
})
