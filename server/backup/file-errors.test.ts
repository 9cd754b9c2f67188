import { expect, it } from 'vitest'
import { notWritten } from './file-errors.ts'

const failed = (syscall: string, code: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { syscall, code })

it('a disk that is full is said to be the reason why the file is not written', () => {
  expect(() => notWritten('/backups/a.zip')(failed('write', 'ENOSPC'))).toThrow(
    /^\/backups\/a\.zip cannot be written \(ENOSPC\)$/,
  )
})

it.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT'])(
  'a connection that breaks with %s is not said to be the file',
  (code) => {
    expect(() => notWritten('/backups/a.zip')(failed('write', code))).toThrow(new RegExp(`^write ${code}$`))
  },
)
