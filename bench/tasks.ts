/** The longest task of a page, by the CPU time that it took itself: how busy the machine is with others does not count. */
import type { CDPSession } from '@playwright/test'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** µs of CPU time. */
  tdur?: number
  args: { name?: string }
}

/** Ms of the longest task of the page's main thread while this is done. */
export async function longestTask(cdp: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  })
  await work()
  const ended = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await ended
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((event) => thread(event)),
  )
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && mains.has(thread(event)))
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}
