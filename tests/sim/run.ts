/** One seed from the first step to the last demand, and a shorter way to the same failure. */
import { actStep } from './acts.ts'
import { chanceOf } from './chance.ts'
import { Device } from './device.ts'
import { heal } from './heal.ts'
import { FOREMAN, PICKERS, type SimServer } from './server.ts'
import { Sim } from './sim.ts'
import { stagedStep } from './staged-steps.ts'
import { signIn, step, weatherOf } from './steps.ts'
import { rest } from './storage.ts'
import { Violation } from './model.ts'
import type { PlantedBug } from './bugs.ts'

/** In each of so many seeds a transaction stays open until all heals. */
const LATE_SEEDS = 3

export interface Outcome {
  seed: number
  /** What was broken; null when every promise was kept. */
  violation: Violation | null
  trace: string[]
  wire: string[]
  counts: Sim['counts']
  steps: number
}

export interface RunOptions {
  seed: number
  ops: number
  bug?: PlantedBug | null
  /** Steps to leave out. */
  without?: ReadonlySet<number>
}

export async function runSeed(
  server: SimServer,
  { seed, ops, bug = null, without }: RunOptions,
): Promise<Outcome> {
  const sim = new Sim(seed, server, bug)
  await server.reset(sim.startMs)
  if (seed % LATE_SEEDS === 0) await server.beginLate()
  await bug?.database?.(server)
  await sim.model.take(server)
  const chance = chanceOf(seed, 'world')
  const weather = weatherOf(chance)
  let n = 0
  const doing = { text: 'setting up' }
  try {
    const most = chance.oneIn(8) ? 10 : 4
    const size = 2 + chance.whole(most - 1)
    for (let d = 0; d < size; d++) {
      const device = new Device(sim, `d${d}`)
      sim.devices.push(device)
      const name = d === 0 ? FOREMAN : chance.pick(PICKERS)
      // In half of the worlds two devices order.
      const orders = d === 1 && chanceOf(seed, 'staged').oneIn(2)
      await signIn(sim, device.tab(), chance, orders ? FOREMAN : name)
      for (let round = 0; round < 3; round++) {
        await sim.advance(1)
        await sim.flow()
      }
    }
    sim.trace.push(`${size} devices, ${JSON.stringify(weather)}`)
    for (n = 1; n <= ops && !sim.broken; n++) {
      if (without?.has(n)) continue
      doing.text = `step ${n}`
      const what =
        (await stagedStep(sim, weather, chanceOf(seed, 'staged', n))) ??
        (await actStep(sim, weather, chanceOf(seed, 'act', n))) ??
        (await step(sim, weather, sim.chance(n)))
      sim.trace.push(`${n}. ${what}`)
      sim.check()
    }
    doing.text = 'healing'
    if (!sim.broken) await heal(sim)
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    sim.broken ??= error instanceof Violation ? error : new Violation('defect', `${doing.text}: ${words}`)
  }
  for (const device of sim.devices) for (const tab of device.tabs.slice()) tab.gate.die()
  await rest()
  await bug?.mend?.(server)
  return {
    seed,
    violation: sim.broken,
    trace: sim.trace,
    wire: sim.wire,
    counts: sim.counts,
    steps: Math.min(n, ops),
  }
}

/** Delta debugging: leaves steps out, ever smaller parts of them, as long as the same check still fails. */
export async function shorten(
  server: SimServer,
  failed: Outcome,
  options: RunOptions,
  tries = 60,
): Promise<Outcome> {
  const check = failed.violation!.check
  let best = failed
  let without = new Set<number>()
  let parts = 2
  for (let left = tries; left > 0;) {
    const kept = Array.from({ length: failed.steps }, (_, n) => n + 1).filter((n) => !without.has(n))
    const size = Math.ceil(kept.length / parts)
    let shrunk = false
    for (let at = 0; at < kept.length && left > 0; at += size) {
      const trial = new Set([...without, ...kept.slice(at, at + size)])
      left--
      const outcome = await runSeed(server, { ...options, ops: failed.steps, without: trial })
      if (outcome.violation?.check !== check) continue
      best = outcome
      without = trial
      shrunk = true
      break
    }
    if (!shrunk && size <= 1) break
    parts = shrunk ? Math.max(2, parts - 1) : Math.min(kept.length, parts * 2)
  }
  return best
}
