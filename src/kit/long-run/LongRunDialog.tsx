import { Button } from '#src/ui/Button.tsx'
import { Chip, type Tone } from '#src/ui/Chip.tsx'
import { plural } from '#src/ui/format.ts'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import modal from '#src/ui/Modal.module.css'
import { Loader } from '@mantine/core'
import '@mantine/core/styles/Loader.css'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconHelp,
  IconMinus,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { memo, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { RowState, Run, Tally } from './long-run.ts'
import { runStandingOf, type RunProgress, type Runner } from './long-runner.ts'
import classes from './LongRun.module.css'

export interface RunWords {
  /** The planned work, as a question. */
  title: string
  /** The details of the work, where the title does not say all. */
  body: ReactNode
  /** The word for one row: "order". */
  noun: string
  /** The text when all of it is done. */
  done: string
  /** The text while the rows' file is made. */
  finishing?: string
  /** The questions that the server may ask, by code: a sentence about many rows, and the labels of Yes and No. */
  questions?: Readonly<Record<string, { title: string; yes: string; no: string }>>
}

interface LongRunDialogProps {
  words: RunWords
  count: number
  /** Null before it is confirmed. */
  runner: Runner<unknown> | null
  labelOf: (id: string) => ReactNode
  onConfirm?: () => void
  onClose: (hasRun: boolean) => void
  /** The run continues without its dialog. */
  onHide?: () => void
}

/** B147, C189: shows the confirmation, the progress, and then the outcome, with a row for each. */
export default function LongRunDialog(props: LongRunDialogProps) {
  const { words, runner, onConfirm, onClose } = props
  if (runner) return <Going {...props} runner={runner} />
  return (
    <Modal title={words.title} onClose={() => onClose(false)}>
      <div>{words.body}</div>
      <ModalButtons>
        <Button onClick={() => onClose(false)}>Cancel</Button>
        <Button kind="main" isFirst onClick={onConfirm}>
          Confirm
        </Button>
      </ModalButtons>
    </Modal>
  )
}

function Going({
  words,
  count,
  runner,
  labelOf,
  onClose,
  onHide,
}: LongRunDialogProps & { runner: Runner<unknown> }) {
  const progress = useSyncExternalStore(runner.subscribe, runner.get)
  const { run, finishing, share } = progress
  const standing = runStandingOf(progress)
  const { counts, isBusy, isWell } = standing
  const codes = [
    ...new Set(run.rows.flatMap(({ state }) => (state.at === 'asked' ? [state.question.code] : []))),
  ]
  // The words below say all about a single row: a merge of five orders is one call.
  const isSaidBelow = !isBusy && count === 1 && counts.failed === 1
  return (
    <Modal
      title={isWell ? 'Done' : words.title}
      size="wide"
      onClose={() => (isBusy || counts.asked > 0 ? onHide?.() : onClose(true))}
    >
      {!isSaidBelow && (
        <p role="status" className={classes.status}>
          {isBusy && <Loader size={20} aria-hidden />}
          {isWell ? (
            <b>{words.done}</b>
          ) : (
            statusOf(words, counts, count, { isBusy, finishing, isStopped: run.isStopped })
          )}
        </p>
      )}
      {finishing === 'running' ? (
        // The amount of work may be known later, or never.
        <progress className={classes.bar} aria-label="Progress" value={share ?? undefined} />
      ) : (
        isBusy &&
        count > 1 && (
          <progress
            className={classes.bar}
            aria-label="Progress"
            max={count}
            value={count - counts.waiting - counts.running}
          />
        )
      )}
      <Failures run={run} finishing={finishing} isOver={!isBusy} labelOf={labelOf} />
      {codes.map((code) => (
        <QuestionForAll key={code} code={code} words={words} runner={runner} />
      ))}
      {(count > 1 || counts.asked > 0) && !isWell && (
        <Rows run={run} words={words} runner={runner} labelOf={labelOf} />
      )}
      <Buttons standing={standing} runner={runner} onClose={onClose} onHide={onHide} />
    </Modal>
  )
}

const ROWS_A_FRAME = 25

/** Returns how many of `count` rows are rendered: more with each frame, so that the page stays responsive. */
function useGrowing(count: number): number {
  const [shown, setShown] = useState(ROWS_A_FRAME)
  useEffect(() => {
    if (shown >= count) return undefined
    const frame = requestAnimationFrame(() => setShown(shown + ROWS_A_FRAME))
    return () => cancelAnimationFrame(frame)
  }, [shown, count])
  return shown
}

function statusOf(
  { noun, finishing: making = 'The file is being made …' }: RunWords,
  { done, failed, asked, leftOut, waiting, running }: Tally,
  count: number,
  {
    isBusy,
    finishing,
    isStopped,
  }: { isBusy: boolean; finishing: RunProgress<unknown>['finishing']; isStopped: boolean },
): string {
  if (finishing === 'running') return making
  if (isBusy && count === 1) return 'In progress …'
  const others = [
    failed > 0 && `${failed} failed`,
    asked > 0 && `${asked} ${asked === 1 ? 'needs' : 'need'} your answer`,
    leftOut > 0 && `${leftOut} left out`,
    !isBusy && waiting > 0 && `${waiting} not begun`,
    finishing === 'stopped' && 'the file is not made',
  ].filter(Boolean)
  const said = [`${done} of ${plural(count, noun)} done`, ...others].join(', ')
  if (!isBusy) return isStopped && (waiting > 0 || finishing === 'stopped') ? `Stopped. ${said}.` : `${said}.`
  return isStopped ? `${said}, stopping: ${running} on their way …` : `${said} …`
}

/** Shows the specified heading over what failed, a line for each (B257–B261, C371–C373). */
function Failures({
  run,
  finishing,
  isOver: isAlert,
  labelOf,
}: Pick<RunProgress<unknown>, 'run' | 'finishing'> & {
  isOver: boolean
  labelOf: LongRunDialogProps['labelOf']
}) {
  const byHeading = new Map<string, { id: string | null; words: string }[]>()
  const add = (heading: string, line: { id: string | null; words: string }) =>
    byHeading.set(heading, [...(byHeading.get(heading) ?? []), line])
  for (const { id, state } of run.rows)
    if (state.at === 'failed') add(state.heading, { id, words: state.words })
  if (typeof finishing === 'object') add(finishing.heading, { id: null, words: finishing.words })
  return [...byHeading].map(([heading, lines]) => (
    // Read out once, when it is complete.
    <div key={`${heading} ${isAlert}`} className={modal.failure} role={isAlert ? 'alert' : undefined}>
      <IconAlertTriangle size={22} aria-hidden />
      <h3>{heading}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <ul className={classes.failures} tabIndex={0}>
        {lines.map(({ id, words }) => (
          <li key={id}>
            {id !== null && labelOf(id)} <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** Asks one question for all rows that ask it. */
function QuestionForAll({ code, words, runner }: { code: string; words: RunWords; runner: Runner<unknown> }) {
  const { rows } = runner.get().run
  const asking = rows.filter(({ state }) => state.at === 'asked' && state.question.code === code).length
  const said = words.questions?.[code]
  if (!said || rows.length === 1) return null
  return (
    <div className={classes.question} role="group" aria-label={said.title}>
      <p>
        <b>{said.title}</b>
        {` ${plural(asking, words.noun)} of ${rows.length}. An answer for all also answers those that come later.`}
      </p>
      <ModalButtons>
        <Button onClick={() => runner.answerAll(code, false)}>{`${said.no}, all`}</Button>
        <Button onClick={() => runner.answerAll(code, true)}>{`${said.yes}, all`}</Button>
      </ModalButtons>
    </div>
  )
}

const CHIPS: Record<RowState['at'], { tone: Tone; word: string; Icon: typeof IconClock }> = {
  waiting: { tone: 'plain', word: 'Waiting', Icon: IconClock },
  running: { tone: 'info', word: 'Running', Icon: IconPlayerPlay },
  done: { tone: 'ok', word: 'Done', Icon: IconCheck },
  asked: { tone: 'warn', word: 'Asks', Icon: IconHelp },
  leftOut: { tone: 'plain', word: 'Left out', Icon: IconMinus },
  failed: { tone: 'act', word: 'Failed', Icon: IconAlertTriangle },
}

interface RowProps extends Pick<LongRunDialogProps, 'words' | 'labelOf'> {
  id: string
  state: RowState
  runner: Runner<unknown>
}

type RowsProps = Pick<LongRunDialogProps, 'words' | 'labelOf'> & {
  run: Run<unknown>
  runner: Runner<unknown>
}

/** Renders every row with its state. The progress of their file changes none of them. */
const Rows = memo(function Rows({ run, words, runner, labelOf }: RowsProps) {
  const shown = useGrowing(run.rows.length)
  return (
    // A list that scrolls is reachable by keyboard (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes.rows} aria-label={`All ${words.noun}s`} tabIndex={0}>
      {run.rows.slice(0, shown).map(({ id, state }) => (
        <Row key={id} id={id} state={state} words={words} runner={runner} labelOf={labelOf} />
      ))}
    </ul>
  )
})

/** There may be three hundred rows: only a row that changes is rendered again. */
const Row = memo(
  function Row({ id, state, words, runner, labelOf }: RowProps) {
    const { tone, word, Icon } = CHIPS[state.at]
    const answers = state.at === 'asked' ? words.questions?.[state.question.code] : undefined
    return (
      <li>
        <span className={classes.row}>
          {labelOf(id)}
          <Chip tone={tone} icon={<Icon aria-hidden />}>
            {word}
          </Chip>
        </span>
        {(state.at === 'asked' || state.at === 'leftOut') && <p>{state.question.words}</p>}
        {answers && (
          <ModalButtons>
            <Button label={`${answers.no}: ${words.noun} ${id}`} onClick={() => runner.answer(id, false)}>
              {answers.no}
            </Button>
            <Button label={`${answers.yes}: ${words.noun} ${id}`} onClick={() => runner.answer(id, true)}>
              {answers.yes}
            </Button>
          </ModalButtons>
        )}
      </li>
    )
  },
  (before, now) => before.state === now.state && before.id === now.id && before.runner === now.runner,
)

interface ButtonsProps {
  standing: ReturnType<typeof runStandingOf>
  runner: Runner<unknown>
  onClose: (hasRun: boolean) => void
  onHide: LongRunDialogProps['onHide']
}

function Buttons({ standing, runner, onClose, onHide }: ButtonsProps) {
  const { counts, isBusy, isWell, failures } = standing
  const bar = useRef<HTMLElement | null>(null)
  // The button that had the focus is gone with its step: the next step's button takes the focus.
  useEffect(() => {
    if (!isBusy) bar.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [isBusy])
  const { run, finishing } = runner.get()
  if (isBusy)
    return run.rows.length === 1 && finishing !== 'running' ? null : (
      <ModalButtons>
        <Button isFirst reason={run.isStopped && 'What has begun is finished first.'} onClick={runner.stop}>
          Stop
        </Button>
        {onHide && <Button onClick={onHide}>Continue in the background</Button>}
      </ModalButtons>
    )
  return (
    <ModalButtons ref={(element) => void (bar.current = element)}>
      {counts.waiting > 0 ? (
        <Button onClick={runner.goOn}>{`Go on with ${counts.waiting}`}</Button>
      ) : (
        finishing === 'stopped' && <Button onClick={runner.goOn}>Go on</Button>
      )}
      {failures > 0 && <Button onClick={runner.retry}>{`Retry failed (${failures})`}</Button>}
      <Button
        kind="main"
        isFirst
        reason={counts.asked > 0 && 'Answer what is asked first, or leave it out.'}
        onClick={() => onClose(true)}
      >
        {isWell ? 'Close' : 'Continue'}
      </Button>
    </ModalButtons>
  )
}
