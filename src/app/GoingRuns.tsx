import { closeRun, showRun, type GoingRun } from '#src/kit/long-run/going-runs.ts'
import { runStandingOf } from '#src/kit/long-run/long-runner.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { Loader } from '@mantine/core'
import '@mantine/core/styles/Loader.css'
import { useBlocker } from '@tanstack/react-router'
import { IconAlertTriangleFilled, IconCheck, IconHelp } from '@tabler/icons-react'
import { lazy, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import classes from './Shell.module.css'

const LongRunDialog = lazy(() => import('#src/kit/long-run/LongRunDialog.tsx'))

/** In the bar: the runs whose dialogs are closed, each with how far it is. */
export function RunPills({ runs }: { runs: readonly GoingRun[] }) {
  return runs.filter(({ isShown }) => !isShown).map((run) => <RunPill key={run.name} run={run} />)
}

function RunPill({ run: { name, words, count, runner } }: { run: GoingRun }) {
  const progress = useSyncExternalStore(runner.subscribe, runner.get)
  const { counts, isBusy, failures, isWell } = runStandingOf(progress)
  const { done, asked } = counts
  const end = useEffectEvent(() => {
    snackbar(words.done)
    closeRun(name)
  })
  // Nothing is left to read of it.
  useEffect(() => {
    if (isWell) end()
  }, [isWell])
  const said = isBusy
    ? `${done} of ${count}`
    : asked > 0
      ? `${asked} to answer`
      : failures > 0
        ? `${failures} failed`
        : `${done} of ${count} done`
  return (
    <button
      type="button"
      className={classes.pill}
      data-shape={isBusy ? undefined : 'act'}
      aria-label={`${words.title} ${said}. Show it.`}
      aria-haspopup="dialog"
      onClick={() => showRun(name, true)}
    >
      {isBusy ? (
        <Loader size={18} color="currentColor" aria-hidden />
      ) : asked > 0 ? (
        <IconHelp size={20} aria-hidden />
      ) : failures > 0 ? (
        <IconAlertTriangleFilled size={20} aria-hidden />
      ) : (
        <IconCheck size={20} aria-hidden />
      )}
      <span className={classes.words}>
        <b>{said}</b>
      </span>
    </button>
  )
}

/** The dialogs of runs, over whichever screen is open. The browser asks before the page is left while there are any. */
export function RunDialogs({ runs }: { runs: readonly GoingRun[] }) {
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: true })
  return runs
    .filter(({ isShown }) => isShown)
    .map(({ name, ...run }) => (
      <LongRunDialog key={name} {...run} onClose={() => closeRun(name)} onHide={() => showRun(name, false)} />
    ))
}
