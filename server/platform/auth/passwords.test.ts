import { describe, expect, it } from 'vitest'
import { hashPassword, verifyNothing, verifyPassword } from './passwords.ts'

describe('passwords', () => {
  it('match their own hash and no other, however the letters were typed', async () => {
    const hash = await hashPassword('Crème brûlée 9')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(hash, 'Crème brûlée 9'.normalize('NFD'))).toBe(true)
    expect(await verifyPassword(hash, 'creme brulee 9')).toBe(false)
    expect(await verifyPassword('', 'Crème brûlée 9')).toBe(false)
  })

  it('of unknown users take the work that a real one takes', async () => {
    const hash = await hashPassword('harborvine')
    await verifyNothing()
    // Processor time: the time by the clock depends on what else runs.
    const cost = async (work: () => Promise<unknown>) => {
      const began = process.cpuUsage()
      for (let run = 0; run < 5; run++) await work()
      const { user, system } = process.cpuUsage(began)
      return user + system
    }
    const real = await cost(() => verifyPassword(hash, 'wrong'))
    expect(await verifyNothing('wrong')).toBe(false)
    expect(await cost(() => verifyNothing('wrong'))).toBeGreaterThan(real / 3)
  })
})
