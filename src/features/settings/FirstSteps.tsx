import type { SettingsAnswer } from '#contract/settings/answer.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { to, type Address } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { useLocalStorage } from '@mantine/hooks'
import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import classes from './settings.module.css'

interface Step {
  title: string
  isDone: boolean
  /** What there is to do. */
  words: string
  /** Where it is done, if not below. */
  address?: Address
}

const isSet = ({ settings }: SettingsAnswer, name: string) =>
  settings.some((one) => one.name === name && one.value !== null)

/** The steps from an empty server to the first order. */
const stepsOf = (answer: SettingsAnswer): Step[] => [
  {
    title: 'Company',
    isDone: isSet(answer, 'contact_block'),
    words: 'The name and address on invoices and mails.',
  },
  { title: 'Cut-off', isDone: isSet(answer, 'cutoff'), words: 'Until when an order is in time.' },
  {
    title: 'Mail',
    isDone: answer.server.mail_from !== null,
    words: 'It is set up where the server runs: see docs/mail.md.',
  },
  {
    title: 'Online payment',
    isDone: answer.server.payments !== 'none',
    words: 'It is set up where the server runs: see README. Without it customers pay by check or transfer.',
  },
  {
    title: 'Products',
    isDone: answer.counts.products > 0,
    words: 'Import them from a spreadsheet, or add one.',
    address: to.inventoryBulk(),
  },
  {
    title: 'People',
    isDone: answer.counts.people > 1 && answer.counts.locations > 0,
    words: 'Customers, their people, and those who pick.',
    address: to.users(),
  },
]

/** The tasks before the first order, until the list is hidden or all are done. */
export function FirstSteps({ answer }: { answer: SettingsAnswer }) {
  const { engine } = useSignedIn()
  const [isHidden, setHidden] = useLocalStorage({
    key: `larder-first-steps-${engine.user.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const steps = stepsOf(answer)
  const done = steps.filter(({ isDone }) => isDone).length
  if (isHidden || done === steps.length) return null
  return (
    <section className={classes.group} aria-label="Set up Larder">
      <h2>
        Set up Larder: {done} of {steps.length}
      </h2>
      <ol className={classes.steps}>
        {steps.map(({ title, isDone, words, address }) => (
          <li key={title}>
            {isDone ? (
              <IconCheck size={20} aria-label="Done" />
            ) : (
              <IconCircleDashed size={20} aria-label="To do" />
            )}
            <span>
              {address ? <Link to={address}>{title}</Link> : <b>{title}</b>}
              {!isDone && ` ${words}`}
            </span>
          </li>
        ))}
      </ol>
      <div className={classes.acts}>
        <Button onClick={() => setHidden(true)}>Skip these steps</Button>
      </div>
    </section>
  )
}
