import { adviceOf, type Operations } from '#contract/operations.ts'
import { OnlyFor } from '#src/kit/page/OnlyFor.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { showAge } from '#src/ui/format.ts'
import { showTime } from '#src/ui/show-time.ts'
import { DevicesWithEdits } from './DevicesWithEdits.tsx'
import { Fact, FactCard } from './FactCard.tsx'
import classes from './operations.module.css'
import { OPERATIONS } from './queries.ts'

/** `/operations`: how the server is, and what to do about it. For administrators, online only. */
export const OperationsScreen = () => (
  <OnlyFor right="operations.see" title="Operations" refusal="The server is for administrators">
    {() => <Server />}
  </OnlyFor>
)

function Server() {
  const reading = useServerQuery(OPERATIONS)
  return (
    <div className={classes.page}>
      <PageHead title="Operations" note="How the server is, and what to do about it." />
      <WhenRead reading={reading}>
        {(operations) => (
          <>
            <Advices operations={operations} now={reading.readAt} />
            <Facts operations={operations} now={reading.readAt} />
            <Jobs jobs={operations.jobs} />
            <DevicesWithEdits devices={operations.devices} now={reading.readAt} />
          </>
        )}
      </WhenRead>
    </div>
  )
}

interface PartProps {
  operations: Operations
  /** Ms. */
  now: number
}

function Advices({ operations, now }: PartProps) {
  const advices = adviceOf(operations, now)
  return (
    <section className={classes.card} aria-label="What to do">
      <h2>What to do</h2>
      {advices.length === 0 ? (
        <Chip tone="ok">Nothing</Chip>
      ) : (
        <ul className={classes.advices}>
          {advices.map(({ what, todo, command }) => (
            <li key={what}>
              <Chip tone="warn">{what}</Chip>
              <span>
                {todo} {command && <code>{command}</code>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const MB = 1024 ** 2
const GB = 1024 ** 3
const inUnits = (bytes: number) =>
  bytes < GB ? `${Math.round(bytes / MB)} MB` : `${(bytes / GB).toFixed(1)} GB`

function Facts({
  operations: { version, schema, started_at, database, disk, backup, mails },
  now,
}: PartProps) {
  return (
    <FactCard title="Server">
      <Fact label="Release">{`${version}, schema ${schema}`}</Fact>
      <Fact label="Running since">{showTime(started_at)}</Fact>
      <Fact label="Database">
        {`${inUnits(database.size_bytes)}, ${database.is_embedded ? 'embedded' : 'DATABASE_URL'}`}
      </Fact>
      <Fact label="Disk">
        {disk ? `${inUnits(disk.free_bytes)} of ${inUnits(disk.all_bytes)} free` : 'Not known here'}
      </Fact>
      <Fact label="Last backup">
        {backup ? `${showAge(Date.parse(backup.at), now)} ago, ${backup.file}` : 'None'}
      </Fact>
      <Fact label="Mails">
        {`${mails.waiting} waiting, ${mails.refused} refused, ${mails.perhaps} perhaps sent`}
      </Fact>
    </FactCard>
  )
}

const QUEUE_WORDS: Record<string, string> = {
  mail: 'Mails',
  stripe: 'Asking Stripe',
  housekeeping: 'Housekeeping',
}

function Jobs({ jobs }: { jobs: Operations['jobs'] }) {
  return (
    <FactCard title="Jobs">
      {jobs.map(({ queue, waiting, failed, done_at }) => (
        <Fact key={queue} label={QUEUE_WORDS[queue] ?? queue}>
          {[
            done_at ? `done ${showTime(done_at)}` : 'not done yet',
            waiting > 0 && `${waiting} waiting`,
            failed > 0 && `${failed} failed`,
          ]
            .filter(Boolean)
            .join(', ')}
        </Fact>
      ))}
    </FactCard>
  )
}
