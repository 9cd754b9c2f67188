/** Waits until other programs leave the machine alone, because a figure of a busy machine says nothing. */
import os from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const SAMPLE_MS = 1_000
const PATIENCE_MS = 60_000
/** Share of all cores; the bench's own programs have nothing to do between two parts. */
const MOST_USED_SHARE = 0.25

interface Machine {
  /** Share of all cores that was used during a moment, which this takes. */
  usedShare(): Promise<number>
  /** Milliseconds. */
  now(): number
}

const cpuTimes = () => {
  const times = os.cpus().map((cpu) => cpu.times)
  const idle = times.reduce((sum, one) => sum + one.idle, 0)
  const all = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle)
  return { idle, all }
}

const MACHINE: Machine = {
  async usedShare() {
    const before = cpuTimes()
    await delay(SAMPLE_MS)
    const after = cpuTimes()
    return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all)
  },
  now: () => performance.now(),
}

/**
 * Answers a function that waits up to a minute for a quiet machine, and says whether it is quiet. A machine that was busy
 * for a whole minute is not waited for again.
 */
export function quietness(machine: Machine = MACHINE): () => Promise<boolean> {
  let patienceMs = PATIENCE_MS
  return async () => {
    const until = machine.now() + patienceMs
    do {
      if ((await machine.usedShare()) <= MOST_USED_SHARE) return true
    } while (machine.now() < until)
    patienceMs = 0
    return false
  }
}
