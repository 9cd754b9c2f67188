/** `server/run.mjs`: what runs is a bundle of the sources as they are. */
import {
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyCheckout } from './checkout-copy.ts'
import { endAll, run, temporaryFolder } from './server.ts'

describe('the bundle of the server', () => {
  let cwd: string
  const command = 'server/settings/command.ts'
  const bundles = () => readdirSync(path.join(cwd, '.build/server')).sort()

  async function help(): Promise<string> {
    const { ended, out } = run(['server/run.mjs', 'setting', '--help'], { cwd })
    expect([await ended, out.stderr]).toEqual([0, ''])
    return out.stdout
  }

  /** The copy shares its files with the checkout. */
  function write(file: string, text: string): void {
    rmSync(path.join(cwd, file))
    writeFileSync(path.join(cwd, file), text)
  }

  beforeAll(() => {
    cwd = path.join(temporaryFolder(), 'larder')
    copyCheckout(cwd)
  })
  afterAll(endAll)

  it('is made once, and again where a source has changed; what runs keeps its own', async () => {
    await help()
    const [first] = bundles()
    await help()
    expect(bundles()).toEqual([first])

    const source = readFileSync(path.join(cwd, command), 'utf8')
    write(command, source.replace('Usage:', 'How to use it:'))
    expect(await help()).toMatch(/^How to use it:/)
    expect(bundles()).toHaveLength(2)
    expect(bundles()).toContain(first)
    write(command, source)
    expect(await help()).toMatch(/^Usage:/)
    expect(bundles()).toHaveLength(2)
  })

  it('is removed after thirty days without a start', async () => {
    await help()
    const before = bundles()
    const [unused] = before
    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    utimesSync(path.join(cwd, '.build/server', unused!), longAgo, longAgo)
    write(command, `${readFileSync(path.join(cwd, command), 'utf8')}\n`)
    await help()
    expect(bundles()).not.toContain(unused)
    expect(bundles()).toHaveLength(before.length)
  })

  it('is made although a folder beside it is gone when the old ones are looked for', async () => {
    // A link to nothing is such a name without a folder.
    const gone = path.join(cwd, '.build/server/new-gone')
    symlinkSync('nowhere', gone)
    write(command, `${readFileSync(path.join(cwd, command), 'utf8')}\n`)
    expect(await help()).toContain('npm run setting')
    unlinkSync(gone)
  })

  it('names the line of the source where an error is thrown', async () => {
    write(command, `${readFileSync(path.join(cwd, command), 'utf8')}\nthrow new Error('planted')\n`)
    const { ended, out } = run(['server/run.mjs', 'setting', '--help'], { cwd })
    expect(await ended).toBe(1)
    expect(out.stderr).toMatch(/Error: planted\n\s+at .*server\/settings\/command\.ts:\d+/)
  })

  it('of no other entry is made: they are named', async () => {
    const { ended, out } = run(['server/run.mjs', 'strat'], { cwd })
    expect(await ended).toBe(2)
    expect(out.stderr).toBe(
      'server/run.mjs runs one of: start, build, main, demo, user, setting, rotate-key, supplier-feed, backup, restore\n',
    )
  })
})
