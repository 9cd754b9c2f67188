/** A file that another app shares with the installed app. */
import { expect, shared as test } from '../larder.ts'

test('the worker takes a shared file, keeps it over the sign-in, and its screen reads it', async ({
  fresh,
}) => {
  const page = await fresh({ serviceWorker: true })
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  // As the system posts it: the manifest's `share_target`.
  await page.evaluate(async () => {
    const manifest = await fetch('/manifest.webmanifest').then((answer) => answer.json())
    const { action, method, enctype, params } = manifest.share_target
    const form = Object.assign(document.createElement('form'), { action, method, enctype })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: params.files[0].name })
    const carried = new DataTransfer()
    carried.items.add(new File(['UPC,Item,Qty,C/U,Ext. Value\n061,Rice,2,U,12.50'], 'may.csv'))
    input.files = carried.files
    form.append(input)
    document.body.append(form)
    form.submit()
  })
  await page.waitForURL('/receipt/upload')
  await expect(page.getByText('“may.csv” is kept until you sign in.')).toBeVisible()
  await page.getByLabel('Username').fill('office')
  await page.getByLabel('Password', { exact: true }).fill('harborvine')
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'may.csv' })).toHaveText('may.csv: 1 row')
})
