/** The calls about mails: the office's (docs/decisions/0111). */
import { z } from 'zod'
import { MailKind, MailRow, MailState, MailWhole, SendMail } from '#contract/mails/schema.ts'
import { Day, RowId } from '#contract/values.ts'
import type { Context } from '../platform/context.ts'
import { filtersOf, patternsOf, searchText } from '../platform/filters.ts'
import { chosenFirst, sendList } from '../platform/json.ts'
import { directed, numberText, ordering, paged, paging, routesOf, type App } from '../platform/routes.ts'
import { queryOnlyRow } from '../platform/rows.ts'
import { dropMail, sendAgain } from './commands.ts'
import { MAILS_FROM, mailRowSql, readMail } from './present.ts'
import { MailFacts, writeMail } from './write.ts'

const params = z.object({ id: RowId })

const KeptMail = MailFacts.extend({ message_id: z.string() })

/** The mails of the invoices that the orders of a day have now, read from the orders of the day on. */
const INVOICE_MAILS_OF_DAY = `
  select day.id from orders o join invoices v on v.order_id = o.id
    join mails day on day.order_id = o.id and day.kind = 'invoice' and day.created_at >= v.created_at
   where o.delivery_date = $::date`

/** What mails are sorted by. */
const COLUMNS: Record<string, string> = {
  created_at: 'm.created_at',
  subject: 'm.subject',
  state: 'm.state',
  to: 'lower(m.to_address)',
  kind: 'm.kind',
  order: 'm.order_id',
  created_by: 'maker.username',
  server_said: `nullif(m.server_said, '')`,
}

const about = (summary: string) => ({ tags: ['mails'], summary })
const mayManage = (app: App) => app.mayDo('mails.manage', 'Only the office reads and sends mails.')

/** A mail that waits is as it would be written now. */
async function readWholeMail(context: Context, id: string): Promise<MailWhole> {
  const row = await readMail(context, id)
  const mail = await queryOnlyRow(
    context.pool,
    KeptMail,
    'select id, kind, order_id, user_id, change_id, to_address, subject, text_body, message_id from mails where id = $1',
    [id],
  )
  const { message_id, text_body: text } = mail
  const whole = { ...row, message_id, text }
  if (row.state !== 'waiting') return whole
  const written = await writeMail(context, mail, { isRead: true })
  if ('dropped' in written) return { ...whole, server_said: written.dropped }
  if ('held' in written) return { ...whole, server_said: written.held }
  return { ...whole, subject: written.subject, text: written.text }
}

export const mailRoutes = routesOf(addMailListRoute, addMailRoutes)

function addMailListRoute(app: App, context: Context): void {
  app.get(
    '/mails',
    {
      onRequest: mayManage(app),
      schema: {
        ...about(
          'The mails of the house, newest first; paged, or all with no_page=1. `search`: words of subject, addresses, order and what the mail server said. `delivery_date`: those of the invoices that the orders of that day have now',
        ),
        querystring: z.object({
          ...paging,
          state: MailState.optional(),
          kind: MailKind.optional(),
          order: numberText.optional(),
          delivery_date: Day.optional(),
          search: searchText,
          ordering: ordering(Object.keys(COLUMNS)).optional(),
        }),
        response: { 200: paged(MailRow) },
      },
    },
    async ({ query }, reply) => {
      const { where, nameOf, values } = filtersOf(
        {
          state: ['m.state = $', query.state],
          kind: ['m.kind = $', query.kind],
          order: ['m.order_id = $', query.order],
          day: [`m.id in (${INVOICE_MAILS_OF_DAY})`, query.delivery_date],
        },
        ['m.search ilike $', patternsOf(query.search)],
      )
      const { column, direction } = directed(
        query.ordering ?? '-created_at',
        // Each mail has an instant, by which an index sorts.
        (name) => name !== 'created_at',
      )
      const inOrder = `order by ${COLUMNS[column]} ${direction}, m.created_at desc, m.id`
      const row = mailRowSql(context.outbox)
      return sendList(reply, context, {
        name: nameOf(`mails ${column} ${direction}`),
        select: `${row}${where} ${inOrder}`,
        // The invoices are read for the rows of the page only.
        page: chosenFirst({
          row,
          id: 'm.id',
          chosen: `select m.id from ${MAILS_FROM}${where} ${inOrder}`,
          inOrder,
        }),
        count: `select from mails m${where}`,
        values,
        paging: query,
        bounded: true,
      })
    },
  )
}

function addMailRoutes(app: App, context: Context): void {
  const onRequest = mayManage(app)

  app.get(
    '/mails/:id',
    { onRequest, schema: { ...about('A mail with what it says'), params, response: { 200: MailWhole } } },
    ({ params: { id } }) => readWholeMail(context, id),
  )

  app.post(
    '/mails/:id/send',
    {
      onRequest,
      schema: { ...about('Send a mail now'), params, body: SendMail, response: { 200: MailRow } },
    },
    ({ person, params: { id }, body }) => sendAgain(context, person, id, body?.again ?? false),
  )

  app.post(
    '/mails/:id/drop',
    { onRequest, schema: { ...about('Never send a mail'), params, response: { 200: MailRow } } },
    ({ person, params: { id } }) => dropMail(context, person, id),
  )
}
