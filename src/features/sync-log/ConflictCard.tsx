import type { OutboxRecord } from '#src/db/database.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconGitMerge, IconTrash } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { choose, makeAgain, makeAgainEdit } from './acts.ts'
import { MERGED } from '#contract/sync/outcome.ts'
import { Card, EditLine, OtherParts, useCardActs } from './Card.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import type { CardContext } from './card-context.ts'
import { showTime } from '#src/ui/show-time.ts'
import { markWords } from './mark-words.ts'
import classes from './sync-log.module.css'
import { fieldName, showValue } from '#contract/sync/words.ts'

interface ConflictCardProps extends CardContext {
  record: OutboxRecord
}

/** Two people changed the same thing: both values, who and when, and the choice. */
export function ConflictCard(props: ConflictCardProps) {
  return props.record.answer?.deleted ? <Deleted {...props} /> : <Clash {...props} />
}

function Clash({ record, names, madeAt, partsBeside }: ConflictCardProps) {
  const { engine } = useSignedIn()
  const { problem, button } = useCardActs()
  const deletes = record.call.method === 'DELETE'
  const clash = Object.entries(record.answer?.clash ?? {})
  const by = record.answer?.by
  const mark = markWords(record, names.of(record) ?? 'this line')
  return (
    <Card
      title={deletes ? 'You deleted what somebody else changed' : 'Somebody else changed this too'}
      icon={<IconGitMerge size={22} aria-hidden />}
      problem={problem}
      acts={
        <>
          <Button kind="main" {...button('mine', () => choose(engine, record, 'mine'))}>
            {deletes ? 'Delete it anyway' : 'Keep mine'}
          </Button>
          <Button {...button('theirs', () => choose(engine, record, 'theirs'))}>
            {deletes ? 'Keep it' : 'Take theirs'}
          </Button>
        </>
      }
    >
      <EditLine record={record} names={names} madeAt={madeAt} />
      {mark && <p className={classes.said}>{mark}</p>}
      <div className={classes.scroll}>
        <table className={classes.clash}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Mine</th>
              <th scope="col">Theirs</th>
              <th scope="col">Before</th>
            </tr>
          </thead>
          <tbody>
            {clash.map(([field, { mine, theirs, base }]) => (
              <tr key={field}>
                <th scope="row">{fieldName(field)}</th>
                <td>
                  <strong>{showValue(field, mine, names.product)}</strong>
                </td>
                <td>
                  <strong>{showValue(field, theirs, names.product)}</strong>
                </td>
                <td>{showValue(field, base, names.product)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.quiet}>
        Mine: {engine.user.username}, {showTime(madeAt(record))}.{' '}
        {by ? `Theirs: ${by.who}, ${showTime(by.at)}.` : 'Who changed it is not known.'}
      </p>
      <OtherParts parts={partsBeside(record)} names={names} madeAt={madeAt} />
    </Card>
  )
}

function Deleted({ record, names, madeAt, partsBeside }: ConflictCardProps) {
  const { engine, person } = useSignedIn()
  const { problem, button } = useCardActs()
  const again = useLiveQuery(() => makeAgainEdit(engine, person, record), [engine, person, record])
  const by = record.answer?.by
  const isMerged = record.answer?.code === MERGED
  const Icon = isMerged ? IconGitMerge : IconTrash
  return (
    <Card
      title={isMerged ? 'It was merged into another one' : 'It was deleted'}
      icon={<Icon size={22} aria-hidden />}
      problem={problem}
      acts={
        <>
          {again && (
            <Button kind="main" {...button('again', () => makeAgain(engine, record, again))}>
              Make it again
            </Button>
          )}
          <DiscardButton records={[record]} what="this change" />
        </>
      }
    >
      <EditLine record={record} names={names} madeAt={madeAt} />
      <p className={classes.said}>
        {record.answer?.message} {by && `${by.who}, ${showTime(by.at)}.`}
      </p>
      <OtherParts parts={partsBeside(record)} names={names} madeAt={madeAt} />
    </Card>
  )
}
