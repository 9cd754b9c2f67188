import type { Engine } from '#src/sync/engine.ts'
import { decisionsOf } from '#src/sync/decisions.ts'
import { reachWord, whyNot } from '#src/sync/reachable.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { plural, showAge } from '#src/ui/format.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { to } from '#src/paths.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import classes from './Shell.module.css'
import { loadingWords, needsPerson } from './sync-words.ts'
import { useNow } from './use-now.ts'
import { useFirstPull, useSyncStatus } from '#src/kit/use-sync-status.ts'

interface SyncPanelProps {
  engine: Engine
  onSignIn: () => void
  onClose: () => void
}

/** Shows the meaning of the pill in full, and the two actions for it. */
export default function SyncPanel({ engine, onSignIn, onClose }: SyncPanelProps) {
  const status = useSyncStatus(engine)
  const pull = useFirstPull(engine)
  const [said, setSaid] = useState<string | null>(null)
  const { press, isBusy, problem } = usePress()
  const now = useNow(true)
  const ago = (at: number | null) => (at === null ? 'not yet' : `${showAge(at, now)} ago`)

  const sendNow = () =>
    press(async () => {
      const { sent, refused, waiting } = await engine.saveNow()
      if (waiting === 0) await engine.pullNow()
      setSaid(`${plural(sent, 'change')} sent, ${waiting} waiting, ${decisionsOf(refused).length} refused.`)
    })

  return (
    <Modal title={reachWord(status)} onClose={onClose}>
      <div className={classes.panel}>
        {whyNot(status) && <p>{whyNot(status)}</p>}
        {pull && (
          <p>{`${loadingWords(pull)}: this device takes its orders and products for the first time. What is here can be used.`}</p>
        )}
        {status.storageTrouble && <ErrorNote>{status.storageTrouble.message}</ErrorNote>}
        <dl>
          <dt>Waiting to be sent</dt>
          <dd>{status.waiting}</dd>
          {status.oldestUnsentAt !== null && (
            <>
              <dt>Oldest of them</dt>
              <dd>{ago(status.oldestUnsentAt)}</dd>
            </>
          )}
          <dt>Acknowledged today</dt>
          <dd>{status.acknowledged.today}</dd>
          <dt>Last acknowledged</dt>
          <dd>{ago(status.lastAcknowledgedAt)}</dd>
          <dt>Last news from the server</dt>
          <dd>{ago(status.lastPull)}</dd>
          <dt>Needs you</dt>
          <dd>{status.needYou}</dd>
        </dl>
        <NeedsYou engine={engine} />
        <ErrorNote>{problem}</ErrorNote>
        <p role="status">{said}</p>
        {needsPerson(status) && status.signInNeeded && (
          <Button kind="main" onClick={onSignIn}>
            Sign in to send
          </Button>
        )}
        <Button
          kind={status.signInNeeded ? 'plain' : 'main'}
          isBusy={isBusy}
          onClick={() => void sendNow()}
          reason={!status.online && 'There is no network. It is sent by itself when there is.'}
        >
          Send now
        </Button>
        <ButtonLink to={to.sync()} onClick={onClose}>
          All changes on this device
        </ButtonLink>
      </div>
    </Modal>
  )
}

/** As many as a person takes in at a glance; `/sync` shows them all. */
const SHOWN_EDITS = 3

/** Shows what was refused or clashes, in the server's words. It is settled on `/sync`. */
function NeedsYou({ engine: { db } }: { engine: Engine }) {
  const records = useLiveQuery(
    async () =>
      decisionsOf(await db.outbox.where('state').anyOf('refused', 'conflict').toArray()).slice(
        0,
        SHOWN_EDITS,
      ),
    [db],
  )
  if (!records || records.length === 0) return null
  return (
    <ul aria-label="Needs you">
      {records.map(({ mutation_id, order, answer }) => (
        <li key={mutation_id}>
          {order !== null && `Order ${order}: `}
          {answer?.message}
        </li>
      ))}
    </ul>
  )
}
