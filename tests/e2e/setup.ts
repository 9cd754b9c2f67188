/**
 * Once a run: a browser is found or obtained, the app is built unless it is built from these very sources, and the demo
 * distributor is made.
 */
import { prepareDemo } from '../process/product.ts'
import { findBrowser } from '../setup/browser.ts'
import { buildScreens, needsBuild } from '#server/screens-build.ts'

export default async function setup(): Promise<() => void> {
  // Workers inherit it.
  process.env['CHROME_PATH'] = await findBrowser()
  const [removeDemo] = await Promise.all([prepareDemo(), needsBuild() && buildScreens()])
  return removeDemo
}
