/** The camera as a scanner: a browser whose camera is a film of a barcode. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { ean13 } from '#features/scanner-check/symbols.ts'
import { BROWSER_FLAGS } from '../../setup/browser.ts'
import { action, openLine, orderedAtLeast, saveNow, storedPieces, takeLine } from '../floor.ts'
import { expect, shared as test, signIn, withoutServiceWorker } from '../larder.ts'

const [WIDTH, HEIGHT, MODULE_PX, FRAMES] = [640, 480, 4, 6]

/** Some frames of black bars on white paper, as an uncompressed film (YUV4MPEG2), which Chromium plays again and again. */
function film(modules: string): Buffer {
  const left = Math.floor((WIDTH - modules.length * MODULE_PX) / 2)
  const line = Buffer.alloc(WIDTH, 235)
  for (const [n, bar] of [...modules].entries())
    if (bar === '1') line.fill(16, left + n * MODULE_PX, left + (n + 1) * MODULE_PX)
  const paper = Buffer.alloc(WIDTH, 235)
  const luma = Buffer.concat(Array.from({ length: HEIGHT }, (_, y) => (y > 120 && y < 360 ? line : paper)))
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F15:1 Ip A1:1 C420\n`),
    ...Array.from({ length: FRAMES }, () => frame),
  ])
}

test('A056 the camera of the scan dialog reads a barcode, which counts like a typed one', async ({
  sharedServer,
  complaints,
}, testInfo) => {
  const line = await takeLine(sharedServer, `${orderedAtLeast(2)} and length(i.product) = 12`)
  mkdirSync(testInfo.outputDir, { recursive: true })
  const file = path.join(testInfo.outputDir, 'barcode.y4m')
  writeFileSync(file, film(ean13(`0${line.product.slice(0, 11)}`)))
  const browser = await chromium.launch({
    args: [
      ...BROWSER_FLAGS,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    ...(process.env['CHROME_PATH'] && { executablePath: process.env['CHROME_PATH'] }),
  })
  try {
    const context = await browser.newContext({
      baseURL: sharedServer.url,
      viewport: { width: 390, height: 844 },
    })
    await withoutServiceWorker(context)
    complaints.listen(context)
    const page = await context.newPage()
    await signIn(page, 'picker3')
    await openLine(page, line)
    await action(page, 'Scan').click()
    await page.getByRole('button', { name: 'Camera', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Scan', exact: true })
    const counted = dialog.getByRole('spinbutton', { name: line.units > 0 ? /^Units/ : /^Cases/ })
    await expect(counted).toHaveValue('1')
    await page.getByRole('button', { name: 'Stop the camera' }).click()
    await expect(page.getByLabel('Camera picture')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Back to the list' }).click()
    await saveNow(page)
    expect(await storedPieces(sharedServer, line)).toBe(1)
  } finally {
    await browser.close()
  }
})
