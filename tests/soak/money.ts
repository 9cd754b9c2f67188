/**
 * Random histories of money: invoices of one location are paid online and in parts, refunded, disputed, returned by the bank, held, opened again,
 * credited, changed and unlocked, and events of Stripe get lost. After every step the ledger, the invoices and the stand-in for Stripe must agree
 * with sums that are computed here, by no code of Larder.
 */
import type { Till } from '../factories/make-till.ts'
import { weighted, type Chance } from '../sim/chance.ts'
import { ACTS, newOrder, type Answer, type Scene } from './money/acts.ts'
import { look } from './money/look.ts'

export interface MoneyReport {
  steps: number
  /** Steps that the server refused, as it may. */
  refused: number
  /** By act, how often it was done. */
  done: Record<string, number>
  /** What did not agree, after which step. */
  wrong: string[]
}

const SCENE_ORDERS = 3
/** After so many steps other orders are taken. */
const STEPS_A_SCENE = 80
const MOST_TOLD = 10

interface Asked {
  chance: Chance
  tell?: (words: string) => void
}

const newScene = (till: Till, chance: Chance): Scene => ({
  till,
  chance,
  orders: [],
  paid: new Map(),
  shortened: new Set(),
})

/** Other orders than before. What waits of earlier ones would pay all invoices of these. */
async function changeScene(scene: Scene, orders: number): Promise<void> {
  const { pool } = scene.till.server.database
  await pool.query(
    'update invoice_credits set reversed_at = now() where order_id is null and reversed_at is null',
  )
  // Some scenes have a discount for paying on time, which lasts as long as the soak does.
  await pool.query(
    `update company_locations set taxable = true, sales_tax_rate = 8.875, on_time_payment_discount_amount = $2,
            on_time_payment_days_threshold = 3650 where id = $1`,
    [scene.till.house.location.id, scene.chance.oneIn(2) ? 2 : 0],
  )
  scene.orders = []
  for (let n = 0; n < orders; n += 1) scene.orders.push(await newOrder(scene))
  scene.paid.clear()
}

const CHOICES = Object.entries(ACTS).map(([name, [weight]]) => [weight, name] as const)

/** Notes what an act answered. */
function note(report: MoneyReport, trail: string[], name: string, { status, body }: Answer): void {
  trail.push(`${name} ${status}`)
  if (status >= 500) report.wrong.push(`${trail.slice(-12).join(', ')}: ${JSON.stringify(body)}`)
  if (status >= 400) report.refused += 1
  else report.done[name] = (report.done[name] ?? 0) + 1
}

/** Does so many steps at random. The till's tables hold nothing else of its location. */
export async function payAtRandom(
  till: Till,
  { steps, chance, tell = () => undefined }: Asked & { steps: number },
): Promise<MoneyReport> {
  const report: MoneyReport = { steps: 0, refused: 0, done: {}, wrong: [] }
  const scene = newScene(till, chance)
  let trail: string[] = []
  while (report.steps < steps && report.wrong.length < MOST_TOLD) {
    if (report.steps % STEPS_A_SCENE === 0) {
      await changeScene(scene, SCENE_ORDERS)
      trail = []
    }
    if (report.steps > 0 && report.steps % 1_000 === 0) tell(`${report.steps} steps`)
    const name = weighted(chance, CHOICES)!
    const answer = await ACTS[name]![1](scene)
    report.steps += 1
    if (answer.status === 0) continue
    note(report, trail, name, answer)
    const found = await look(scene)
    if (found.length > 0) {
      report.wrong.push(`after ${trail.slice(-12).join(', ')}: ${found.join('; ')}`)
      // What is wrong once is wrong in each later step of this scene.
      report.steps += STEPS_A_SCENE - (report.steps % STEPS_A_SCENE)
    }
  }
  return report
}

/** Acts on one invoice before two of them happen at once, so that each pair finds it in another state. */
const ACTS_BEFORE = 3

/**
 * Every two acts at once on one invoice, so often each.
 * @param oneIn of so many pairs one is tried, by chance
 */
export async function payAtOnce(
  till: Till,
  { pairs, oneIn = 1, chance, tell = () => undefined }: Asked & { pairs: number; oneIn?: number },
): Promise<MoneyReport> {
  const report: MoneyReport = { steps: 0, refused: 0, done: {}, wrong: [] }
  const scene = newScene(till, chance)
  const names = Object.keys(ACTS)
  const all = names.flatMap((one, n) => names.slice(n).map((other) => [one, other] as const))
  for (let round = 0; round < pairs && report.wrong.length < MOST_TOLD; round += 1) {
    for (const [one, other] of all) {
      if (report.wrong.length >= MOST_TOLD) break
      if (oneIn > 1 && !chance.oneIn(oneIn)) continue
      await changeScene(scene, 1)
      const trail: string[] = []
      await ACTS['generate']![1](scene)
      for (let n = 0; n < ACTS_BEFORE; n += 1) {
        const name = weighted(chance, CHOICES)!
        note(report, trail, name, await ACTS[name]![1](scene))
      }
      const answers = await Promise.all([ACTS[one]![1](scene), ACTS[other]![1](scene)])
      trail.push('at once')
      note(report, trail, one, answers[0])
      note(report, trail, other, answers[1])
      report.steps += 1
      const found = await look(scene)
      if (found.length > 0) report.wrong.push(`after ${trail.join(', ')}: ${found.join('; ')}`)
    }
    tell(`${report.steps} pairs`)
  }
  return report
}
