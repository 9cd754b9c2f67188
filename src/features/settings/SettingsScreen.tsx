import type { SettingEntry, SettingsAnswer } from '#contract/settings/answer.ts'
import { linesOf, type SettingName } from '#contract/settings/settings.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { OnlyFor } from '#src/kit/page/OnlyFor.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useLeaveGuard } from '#src/kit/form/use-leave-guard.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { to } from '#src/paths.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { RestoredNote } from '#src/ui/RestoredNote.tsx'
import { Fragment } from 'react'
import { FirstSteps } from './FirstSteps.tsx'
import { GROUPS } from './groups.ts'
import { OneSetting } from './OneSetting.tsx'
import { SETTINGS } from './queries.ts'
import classes from './settings.module.css'
import { TestMail } from './TestMail.tsx'
import { useTypedSettings } from './use-typed-settings.ts'

/** `/settings`: what the distributor settles for itself. For administrators, online only. */
export const SettingsScreen = () => (
  <OnlyFor right="settings.manage" title="Settings" refusal="The settings are for administrators">
    {({ id }) => <Settings person={id} />}
  </OnlyFor>
)

const FATE = 'What you typed is not saved. It is here again when you come back in this tab.'

function Settings({ person }: { person: number }) {
  const reading = useServerQuery(SETTINGS)
  const { settings: texts, isRestored, visit, discard } = useTypedSettings(person)
  const question = useLeaveGuard(texts.hasTyped, FATE)
  const serverReachable = useServerReachable()
  const offline = serverReachable ? null : NEEDS_SERVER
  return (
    <div className={classes.page}>
      <PageHead title="Settings" note="Each setting is saved alone and takes effect at once." />
      <WhenRead reading={reading}>
        {(answer) => {
          const entries = new Map(answer.settings.map((entry) => [entry.name, entry]))
          return (
            <Fragment key={visit}>
              <RestoredNote isRestored={isRestored} discard={discard} />
              <FirstSteps answer={answer} />
              {GROUPS.map(({ id, title, names }) => (
                <section key={id} className={classes.group} aria-label={title}>
                  <h2>{title}</h2>
                  {names.map((name) => {
                    const entry = entries.get(name)
                    return entry && <OneSetting key={name} entry={entry} offline={offline} texts={texts} />
                  })}
                  {id === 'company' && <Letterhead entries={entries} />}
                  {id === 'ordering' && <TimeZone zone={answer.server.time_zone} />}
                  {id === 'invoices' && <Payments payments={answer.server.payments} />}
                  {id === 'mail' && <TestMail from={answer.server.mail_from} offline={offline} />}
                </section>
              ))}
            </Fragment>
          )
        }}
      </WhenRead>
      {question}
    </div>
  )
}

const heldOf = (entry: SettingEntry | undefined) => entry?.value ?? entry?.default_value ?? ''

/** How an invoice begins with what is stored. */
function Letterhead({ entries }: { entries: ReadonlyMap<SettingName, SettingEntry> }) {
  const header = linesOf(heldOf(entries.get('invoice_header')))
  const lines = header.length > 0 ? header : linesOf(heldOf(entries.get('contact_block')))
  if (lines.length === 0)
    return (
      <p className={classes.note}>
        Nothing is set here: invoices begin with the lines that the server was started with, or with a
        placeholder.
      </p>
    )
  return (
    <figure className={classes.paper} aria-label="An invoice begins so">
      {lines.map((line, n) =>
        n === 0 ? <strong key={line}>{line}</strong> : <span key={line}>{line}</span>,
      )}
    </figure>
  )
}

const TimeZone = ({ zone }: { zone: string }) => (
  <p className={classes.note}>
    The distributor’s clock is that of {zone}. It is set where the server runs, because the days of stored
    orders depend on it.
  </p>
)

const PAYMENT_WORDS = {
  none: { tone: 'plain', word: 'Not set up' },
  test: { tone: 'warn', word: 'Test cards only' },
  live: { tone: 'ok', word: 'Live' },
} as const

const Payments = ({ payments }: { payments: SettingsAnswer['server']['payments'] }) => (
  <p className={classes.note}>
    Online payment <Chip tone={PAYMENT_WORDS[payments].tone}>{PAYMENT_WORDS[payments].word}</Chip>{' '}
    {payments !== 'none' && <Link to={to.heldPayments()}>How Stripe is</Link>}
  </p>
)
