import { chmodSync, chownSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rootDataDir } from '#server/env.ts'
import { checkReachable, postgresAccount, type PostgresAccount } from '#server/platform/postgres/account.ts'
import { copyCheckout } from './checkout-copy.ts'
import { endAll, postmasterOf, runServer, temporaryFolder, type Program } from './server.ts'

/** Only root can be two users, and root's is the trap: PostgreSQL refuses root, and others cannot enter root's folders. */
const isRoot = process.getuid?.() === 0

describe.runIf(isRoot)('the server in any folder', () => {
  let parent: string
  let checkout: string
  let nobody: PostgresAccount
  beforeAll(async () => {
    nobody = (await postgresAccount('/nowhere'))!
    parent = temporaryFolder()
    checkout = path.join(parent, 'larder')
    copyCheckout(checkout)
  }, 60_000)
  afterAll(async () => {
    await endAll()
    rmSync(rootDataDir(checkout), { recursive: true, force: true })
  })

  const ownerOfProcess = (pid: number | null) => statSync(`/proc/${pid}`).uid

  /** Node itself may lie in root's home. */
  async function nodeFor(account: PostgresAccount): Promise<string> {
    const copy = path.join(checkout, 'node')
    return checkReachable(process.execPath, account).then(
      () => process.execPath,
      () => (copyFileSync(process.execPath, copy), copy),
    )
  }

  async function endedWell({ child, ended, out }: Program): Promise<void> {
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(out.stderr).toBe('')
  }

  it('runs as root in a checkout below a folder of mode 0700, its data in /var/lib/larder', async () => {
    chmodSync(parent, 0o700)
    const server = runServer({ cwd: checkout })
    await server.ready
    expect(ownerOfProcess(postmasterOf(rootDataDir(checkout)))).toBe(nobody.uid)
    expect(existsSync(path.join(checkout, '.data'))).toBe(false)
    await endedWell(server)
  })

  it('runs as an ordinary user, everything below .data of the checkout', async () => {
    chmodSync(parent, 0o755)
    chownSync(checkout, nobody.uid, nobody.gid)
    const server = runServer({
      cwd: checkout,
      ...nobody,
      node: await nodeFor(nobody),
      settings: { HOME: checkout },
    })
    await server.ready
    const data = path.join(checkout, '.data')
    expect(ownerOfProcess(postmasterOf(data))).toBe(nobody.uid)
    expect(statSync(path.join(data, 'postgres')).mode & 0o777).toBe(0o700)
    await endedWell(server)
  })

  it('says so in one line when root names a data folder that no other user may enter', async () => {
    const DATA_DIR = temporaryFolder()
    chmodSync(DATA_DIR, 0o700)
    const server = runServer({ settings: { DATA_DIR } })
    expect(await server.ended).toBe(1)
    expect(server.out.stderr).toMatch(/^data folder [^\n]+ may not enter [^\n]+\n$/)
  })
})
