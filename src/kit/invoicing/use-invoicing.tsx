/**
 * Makes an invoice, on every screen in the same way: asks about its obstacles, one after another, and then makes it.
 */
import {
  incomplete,
  invoiceBlockers,
  type Holding,
  type Blocker,
  type BlockerCode,
} from '#contract/invoices/blockers.ts'
import type { CreditAnswer } from '#contract/invoices/schema.ts'
import { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { invoiceOrder } from '#src/queries/invoice-order.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { heldByOrder } from '#src/sync/send/report.ts'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { useMakeStale } from '../form/use-save.tsx'
import { useSignedIn } from '../signed-in.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense, useState, type ReactNode } from 'react'

const CreditsDialog = lazy(() => import('./CreditsDialog.tsx'))
const AverageWeightsDialog = lazy(() => import('./AverageWeightsDialog.tsx'))

/** The label of the button that goes on in spite of the blocker. */
const GO_ON: Record<BlockerCode, string> = {
  lots: '',
  no_average_weight: '',
  credit_exceeds_line: '',
  weights: 'Bill at average weight',
  nothing_delivered: 'Make it anyway',
  zero_price: 'Bill at $0.00',
  unsent_edits: 'Invoice without them',
  below_kept: 'Keep the rest for the location',
  incomplete: 'Bill what is picked',
}
const ALSO: Partial<Record<BlockerCode, string>> = {
  weights: ' Leave and weigh, or bill at the average weight; that is recorded.',
}

/** The person's answers to the blockers of the invoice. */
interface Answers {
  confirmed: ReadonlySet<BlockerCode>
  credits: readonly CreditAnswer[]
}
const NONE: Answers = { confirmed: new Set(), credits: [] }

export interface Invoicing {
  /** What cannot be answered: missing lots; null where nothing blocks, or the device does not store the order. */
  blocked: string | null
  isBusy: boolean
  /** The present question, and the label for going on. */
  question: { text: string; act: string } | null
  /** The dialog of its own that asks about average weights, and about credits that exceed their lines. */
  dialog: ReactNode
  /** Why the invoice could not be made. */
  problem: string | null
  start: () => void
  goOn: () => void
  leave: () => void
}

/**
 * Returns the blockers of an order as the device has it now, with the lines that a list hides; null where the device
 * does not store all of it.
 */
async function blockersOnDevice(db: LarderDatabase, id: number): Promise<Blocker[] | null> {
  return db.transaction('r', db.orders, db.items, db.subitems, db.products, db.outbox, async () => {
    const order = await db.orders.get(id)
    if (!order) return null
    const [items, pieces, waiting] = await Promise.all([
      db.items.where('order').equals(id).toArray(),
      db.subitems.where('order').equals(id).toArray(),
      db.outbox.where('order').equals(id).toArray(),
    ])
    // A first pull sends the order before its lines.
    if (items.length < order.items_count) return null
    const products = await db.products.bulkGet(items.map(({ product }) => product))
    const lines = items.map((item, n) => ({ items: [item], pieces, product: products[n] }))
    const { unsent, needs_you } = heldByOrder(waiting)
    const own: Holding = { username: 'this device', unsent: unsent[id] ?? 0, needs_you: needs_you[id] ?? 0 }
    return invoiceBlockers({ id, lines, held: waiting.length > 0 ? [own] : [] })
  })
}

/** @param onDone called once the invoice is made and the device has asked for the order that it locks */
export function useInvoicing(id: number | undefined, onDone: (order: number) => void): Invoicing {
  const { engine, client } = useSignedIn()
  const { db } = engine
  const standing = useLiveQuery(() => (id === undefined ? null : blockersOnDevice(db, id)), [db, id])
  const { keyOf, forget } = useCallKey(engine.newId)
  const makeStale = useMakeStale()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ answers: Answers; left: readonly Blocker[] }>()
  const [first] = asked?.left ?? []
  const question = first && GO_ON[first.code] === '' ? undefined : first

  /** Asks the remaining questions; makes the invoice where there are none. */
  async function proceed(order: number, against: readonly Blocker[], answers: Answers): Promise<void> {
    setAsked(undefined)
    const lots = against.find(({ code }) => code === 'lots')
    if (lots) return setProblem(lots.message)
    const { confirmed, credits } = answers
    const left = against.filter(({ code }) => !confirmed.has(code))
    if (left.length > 0) return setAsked({ answers, left })
    const key = keyOf({ order, confirmed: [...confirmed], credits })
    const invoiced = await invoiceOrder(client, order, confirmed, credits, key)
    if (invoiced.kind === 'failed') return setProblem(invoiced.message)
    if (invoiced.kind === 'stands') return proceed(order, invoiced.against, answers)
    // Unlocked and made again, it is another call.
    forget(key)
    // If the device goes offline from here on, it should know that the order is locked.
    await engine.pullNow().catch(() => undefined)
    await makeStale(INVOICE_CHANGED, { leaves: true })
    onDone(order)
  }

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setProblem(null)
    await work().catch((error: unknown) => setProblem(errorText(error)))
    setBusy(false)
  }

  /** Goes on with the remaining questions. The call that makes the invoice asks the server again. */
  const goOn = (answers: Answers, left: readonly Blocker[]) =>
    void run(async () => {
      if (id !== undefined) await proceed(id, left, answers)
    })

  return {
    blocked: standing?.find(({ code }) => code === 'lots')?.message ?? null,
    isBusy,
    question: question
      ? { text: `${question.message}${ALSO[question.code] ?? ''}`, act: GO_ON[question.code] }
      : null,
    problem,
    start: () =>
      void run(async () => {
        if (id === undefined) return
        // Waiting edits go first, so that the invoice has what was picked here.
        await engine.saveNow()
        await proceed(id, (await blockersOnDevice(db, id)) ?? (await blockersOfRow(client, id)), NONE)
      }),
    goOn() {
      if (!asked || !question) return
      const confirmed = new Set([...asked.answers.confirmed, question.code])
      goOn({ ...asked.answers, confirmed }, asked.left)
    },
    dialog: asked && (
      <BlockerDialog
        blocker={first}
        onAnswered={(answer) => goOn({ ...asked.answers, ...answer }, asked.left.slice(1))}
        onBack={() => setAsked(undefined)}
      />
    ),
    leave: () => setAsked(undefined),
  }
}

interface BlockerDialogProps {
  blocker: Blocker | undefined
  onAnswered: (answer: Partial<Answers>) => void
  onBack: () => void
}

/** Shows the dialog of a blocker that needs one: average weights, and credits that exceed their lines. */
function BlockerDialog({ blocker, onAnswered, onBack }: BlockerDialogProps) {
  return (
    <Suspense>
      {blocker?.products && (
        <AverageWeightsDialog products={blocker.products} onStored={() => onAnswered({})} onBack={onBack} />
      )}
      {blocker?.lines && (
        <CreditsDialog lines={blocker.lines} save={(credits) => onAnswered({ credits })} onBack={onBack} />
      )}
    </Suspense>
  )
}

/**
 * Returns the blockers of an order that the device does not store. Its row says how far it is picked; the server says
 * the rest.
 */
async function blockersOfRow(client: Client, id: number): Promise<Blocker[]> {
  const order = await client.api('GET', `orders/${id}`, { schema: OrderRow })
  return [incomplete(order.items_count, order.picked_count)].filter((one) => one !== null)
}
