import { MailState, type MailRow } from '#contract/mails/schema.ts'
import { isMoving, MAILS_KEY, STATE_WORDS } from '#src/queries/mails.ts'
import { questionOf } from '#src/kit/list/list-query.ts'
import { OnlyFor } from '#src/kit/page/OnlyFor.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useLookAgain } from '#src/kit/page/use-look-again.ts'
import { useServedPages } from '#src/kit/list/use-rows.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { mailColumns } from './mail-columns.tsx'
import { dropWords, sendWords } from './mail-words.ts'
import classes from './mails.module.css'
import { dropMail, MAIL_ORDERINGS, mailsQuery, sendMail } from './queries.ts'

const ReadMailDialog = lazy(() => import('./ReadMailDialog.tsx'))

interface MailsScreenProps {
  /** Kept in the address. */
  state: MailState | null
  onState: (state: MailState | null) => void
}

const STATES = [
  { value: '', label: 'All' },
  ...MailState.options.map((value) => ({ value, label: STATE_WORDS[value] })),
]
const invalidates = [MAILS_KEY]

/** `/mail`: the outbox (docs/decisions/0111). Online only. */
export const MailsScreen = (props: MailsScreenProps) => (
  <OnlyFor right="mails.manage" title="Mail" refusal="The mails are for the office">
    {() => <Mails {...props} />}
  </OnlyFor>
)

function Mails({ state, onState }: MailsScreenProps) {
  const table = useTableProps()
  const question = questionOf(table.state, MAIL_ORDERINGS)
  const mails = useServedPages(mailsQuery(state), question && mailsQuery(state, question))
  const [isRead, setRead] = useState<MailRow | null>(null)
  const columns = useMemo(() => mailColumns(setRead), [])
  useLookAgain(MAILS_KEY, mails.rows.some(isMoving))
  const send = useSave({
    call: async (client, mail: MailRow) => void (await sendMail(client, mail)),
    invalidates,
    words: sendWords,
  })
  const drop = useSave({
    call: async (client, mail: MailRow) => void (await dropMail(client, mail)),
    invalidates,
    words: dropWords,
  })
  const instead = (act: (mail: MailRow) => void) => (mail: MailRow) => {
    setRead(null)
    act(mail)
  }
  return (
    <div className={classes.page}>
      <PageHead
        title="Mail"
        note="What goes out by mail: confirmations of orders, invoices and new passwords. What was perhaps sent or refused is sent again only from here."
      />
      <DataTable
        label="Mail"
        columns={columns}
        source={mails}
        onRow={setRead}
        {...table}
        filters={[
          {
            id: 'state',
            label: 'State',
            look: 'chips',
            options: STATES,
            value: state ?? '',
            onValue: (value) => onState(MailState.safeParse(value).data ?? null),
          },
        ]}
        offline="What was mailed is known to the server only. It loads by itself when the server is back."
        empty={
          <EmptyState
            icon={<IconMail size={40} />}
            title={state ? 'No mail is in this state' : 'No mail yet'}
          >
            {state ? 'Choose another state, or All.' : 'Invoices are mailed from their pages.'}
          </EmptyState>
        }
      />
      {isRead && (
        <Suspense>
          <ReadMailDialog
            mail={isRead}
            onSend={instead(send.ask)}
            onDrop={instead(drop.ask)}
            onClose={() => setRead(null)}
          />
        </Suspense>
      )}
      {send.dialog}
      {drop.dialog}
    </div>
  )
}
