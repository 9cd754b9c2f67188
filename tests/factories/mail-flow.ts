/** The set-up of a flow test whose server mails: to a mail server that keeps what it is given, or refuses it. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { readEnv } from '#server/env.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import { openFlow, type Flow, type FlowOptions } from './flow.ts'
import { testMailServer, type TestMailServer } from './mail-server.ts'

interface MailFlow extends Flow {
  smtp: TestMailServer
}

/** Opens a flow with a mail server of its own, which before each test is empty and takes every mail. */
export function openMailFlow({ settings, ...options }: FlowOptions = {}): MailFlow {
  beforeAll(async () => {
    flow.smtp = await testMailServer()
  })
  afterAll(() => flow.smtp.close())
  beforeEach(() => flow.smtp.reset())
  const flow: MailFlow = openFlow({
    ...options,
    // The mail server has an address only once it runs.
    get settings() {
      return { ...flow.smtp.settings, ...settings }
    },
  }) as MailFlow
  return flow
}

type OutboxParts = Parameters<typeof openOutbox>[0]

export interface OutboxFlow extends MailFlow {
  /** Returns what another process of the same installation opens the outbox with; `over` are settings of that process. */
  parts(over?: Record<string, string>): OutboxParts
  /** Opens the outbox as another process does. */
  outbox(over?: Record<string, string>): ReturnType<typeof openOutbox>
  /** Has another process send the mails that are due. */
  sendDue(): Promise<void>
  /** Makes the mails that were put off due at once. */
  passMinutes(): Promise<unknown>
}

/**
 * Opens a mail flow whose server sends no mail by itself: mails wait until a test has another process send them. Before
 * each test there are none.
 */
export function openOutboxFlow({
  clock = () => new Date(),
  settings,
  ...options
}: FlowOptions = {}): OutboxFlow {
  const flow = openMailFlow({ ...options, clock, settings: { ...settings, SMTP_URL: '' } })
  beforeEach(() => flow.pool.query('delete from mails; delete from pgboss.job'))
  const parts = (over: Record<string, string> = {}): OutboxParts => ({
    pool: flow.pool,
    env: readEnv({ NODE_ENV: 'test', ...flow.smtp.settings, ...settings, ...over }),
    clock,
    log: flow.server.app.log,
  })
  const outbox = (over?: Record<string, string>) => openOutbox(parts(over))
  return Object.assign(flow, {
    parts,
    outbox,
    sendDue: () => outbox().sendDue(),
    passMinutes: () =>
      flow.pool.query(`update pgboss.job set start_after = now() - interval '1 s' where state = 'retry'`),
  })
}
