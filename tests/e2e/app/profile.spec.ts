/** What a shared device still has of a person who has signed out, read from the files of the browser's profile. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openLines, orderedAtLeast, saveNow, takeLine } from '../floor.ts'
import { DESK, expect, signIn, test, wedge, type Server } from '../larder.ts'

/**
 * Returns names that a picker's device holds: of products, customers and their locations. Keys of rows are left out,
 * because Chromium's list of its files (`MANIFEST`) keeps some of them.
 */
async function heldNames(server: Server): Promise<string[]> {
  const rows = await server.query<{ name: string }>(
    `select p.name from order_items i join products p on p.upc = i.product
     union select name from company_locations union select name from companies`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the files of a folder that hold one of these texts, as Latin-1 or UTF-16, and the first text of each. */
function filesWith(folder: string, texts: readonly string[]): { file: string; text: string }[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files.flatMap(({ parentPath, name }) => {
    let bytes: Buffer
    try {
      bytes = readFileSync(path.join(parentPath, name))
    } catch {
      // The browser has just deleted the file.
      return []
    }
    const text = texts.find((one) => bytes.includes(one, 'latin1') || bytes.includes(one, 'utf16le'))
    return text === undefined ? [] : [{ file: name, text }]
  })
}

test('the browser profile holds nothing of a picker’s data after the sign-out and a new start of the browser', async ({
  server,
  device,
}) => {
  const shared = device({ viewport: DESK })
  const names = await heldNames(server)
  const line = await takeLine(server, orderedAtLeast(1))
  let { context, page } = await shared.open()
  await signIn(page, 'picker')
  await openLines(page, line)
  await wedge(page, line.product)
  await saveNow(page)
  // Otherwise the names would be missing because the profile never had any.
  await expect.poll(() => filesWith(shared.profile, names)).not.toEqual([])
  await page.goto('/')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  // The browser ends before the sign-out has deleted anything. The next start goes on with the sign-out.
  await context.close()
  ;({ context, page } = await shared.open())
  await page.goto('/')
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(databases).toEqual(['larder-device', 'larder-left'])
  // Chromium removes the bytes of a deleted database when it is started again.
  await context.close()
  ;({ context, page } = await shared.open())
  await page.goto('/')
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect.poll(() => filesWith(shared.profile, names), { timeout: 30_000 }).toEqual([])
})
