import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockHolder, takeLock } from './lock.ts'
import { startMoment } from './process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'larder-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const left = (holder: unknown) => writeFileSync(path.join(folder, 'server.lock'), JSON.stringify(holder))

it('is held by one process until it gives it back', async () => {
  const release = await takeLock(folder)
  expect(await lockHolder(folder)).toMatchObject({ pid: process.pid })
  await expect(takeLock(folder)).rejects.toThrow(`data folder ${folder} is in use by process ${process.pid}`)
  release()
  expect(await lockHolder(folder)).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

it('of a dead process is taken over, by one of those who try', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  left({ pid: child.pid, started: null })
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(folder)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(['server.lock'])
})

it.runIf(startMoment(process.pid))(
  'of a process whose id another program has now is taken over',
  async () => {
    left({ pid: process.pid, started: 'before the machine was restarted' })
    expect(await lockHolder(folder)).toBeNull()
    await takeLock(folder)
    expect(await lockHolder(folder)).toMatchObject({ pid: process.pid })
  },
)

it('that was cut off in the middle of a line belongs to no process', async () => {
  writeFileSync(path.join(folder, 'server.lock'), '{"pi')
  await takeLock(folder)
  expect(JSON.parse(readFileSync(path.join(folder, 'server.lock'), 'utf8'))).toMatchObject({
    pid: process.pid,
  })
})
